// Shows the settings of the chosen system alone. Without this script all are there, and those of
// other systems mean nothing.

const system = document.querySelector('[name="system"]');

function show() {
  for (const control of document.querySelectorAll("[data-system-fields] [data-systems]")) {
    control.closest(".field").hidden = !control.dataset.systems.split(" ").includes(system.value);
  }
}

system.addEventListener("change", show);
show();
