// A button on each example that copies it.

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
      // No clipboard without https: mark the text, so that Ctrl-C takes it.
      getSelection().selectAllChildren(code);
    }
  });
  const frame = document.createElement("div");
  frame.className = "copyable";
  example.replaceWith(frame);
  frame.append(example, button);
}
