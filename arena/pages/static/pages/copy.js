// A copy button on each example.

for (const example of document.querySelectorAll("pre[data-copy]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button copy";
  button.textContent = example.dataset.copy;
  button.addEventListener("click", async () => {
    const code = example.querySelector("code");
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = example.dataset.copied;
      setTimeout(() => (button.textContent = example.dataset.copy), 2000);
    } catch {
      // There is no clipboard without https. Select the text, so that Ctrl-C copies it.
      getSelection().selectAllChildren(code);
    }
  });
  const frame = document.createElement("div");
  frame.className = "copyable";
  example.replaceWith(frame);
  frame.append(example, button);
}
