// A digit gives the mark of the question that has the focus, and goes on to the next question.
document.addEventListener("keydown", (event) => {
  const group = event.target.closest?.(".segments");
  if (!group || event.ctrlKey || event.altKey || event.metaKey) return;
  const chosen = group.querySelector(`input[value="${CSS.escape(event.key)}"]`);
  if (!chosen) return;
  event.preventDefault();
  chosen.checked = true;
  const groups = [...document.querySelectorAll(".segments")];
  const next = groups[groups.indexOf(group) + 1];
  const goal = next ? (next.querySelector("input:checked") ?? next.querySelector("input")) : null;
  (goal ?? document.getElementById("save")).focus();
});
