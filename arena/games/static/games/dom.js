// Creates elements in one expression.

const SVG = "http://www.w3.org/2000/svg";

function made(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** An HTML element; attributes that are null or false are left out, children that are null too. */
export function el(name, attributes = {}, ...children) {
  return made(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return made(document.createElementNS(SVG, name), attributes, children);
}
