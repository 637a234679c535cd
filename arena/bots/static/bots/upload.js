// Rejects a file that is too big when it is chosen, before it is sent.

const limits = document.getElementById("limits");
const input = document.querySelector('input[type="file"]');
const max = Number(limits.dataset.maxBytes);

input.addEventListener("change", () => {
  const [file] = input.files;
  const tooBig = file !== undefined && file.size > max;
  const size = tooBig ? `${(file.size / 1048576).toFixed(1)} MB` : "";
  input.setCustomValidity(tooBig ? limits.dataset.tooBig.replace("{size}", size) : "");
  input.reportValidity();
});
