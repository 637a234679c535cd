// Shows only the settings of the chosen system. Without this script all are shown; those of other
// systems have no effect.

const system = document.querySelector('[name="system"]');

function show() {
  for (const control of document.querySelectorAll("[data-system-fields] [data-systems]")) {
    control.closest(".field").hidden = !control.dataset.systems.split(" ").includes(system.value);
  }
}

system.addEventListener("change", show);
show();
