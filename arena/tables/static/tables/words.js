// Texts with elements in them.

/** A text as a list of nodes, with its {placeholders} replaced by nodes or texts. */
export function rich(template, values) {
  return template
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .flatMap((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      return name !== undefined && name in values ? values[name] : part;
    });
}
