// Whole files: chosen or dropped, rewritten by the server, saved.

const $ = (id) => document.getElementById(id);
const dialog = $("file");
//: Formats that can hold changes to accept or reject.
const TRACKED = /\.(docx|docm|dotx|dotm|odt|ott)$/i;

let page = null; // { send, options, told, download }
let file = null;
let made = null; // { name, kind, content }
let work = null;

export function takeFiles(own) {
  page = own;
  $("file-open").addEventListener("click", () => $("file-input").click());
  $("file-input").addEventListener("change", () => {
    if ($("file-input").files.length) show($("file-input").files[0]);
    $("file-input").value = "";
  });
  $("file-run").addEventListener("click", run);
  $("file-save").addEventListener("click", () => {
    page.download(made.name, made.kind, made.content);
    dialog.close();
  });
  dialog.addEventListener("close", () => {
    work?.abort();
    file = made = work = null;
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // the backdrop
  });
  const carries = (event) => event.dataTransfer?.types.includes("Files");
  document.addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    document.body.classList.remove("dropping");
    const dropped = event.dataTransfer.files;
    if (dropped.length && !document.querySelector("dialog[open]")) show(dropped[0]);
  });
}

function show(chosen) {
  file = chosen;
  made = null;
  $("file-title").textContent = file.name;
  $("file-told").textContent = "Only its running text changes; all else stays as it is.";
  $("file-tracked-label").hidden = !TRACKED.test(file.name);
  $("file-tracked").disabled = false;
  $("file-run").hidden = false;
  $("file-run").disabled = false;
  $("file-save").hidden = true;
  dialog.showModal();
  $("file-run").focus();
}

async function run() {
  const own = (work = new AbortController());
  const query = new URLSearchParams({ name: file.name, options: JSON.stringify(page.options()) });
  if (TRACKED.test(file.name) && $("file-tracked").checked) query.set("tracked", "true");
  $("file-run").disabled = true;
  $("file-tracked").disabled = true;
  $("file-told").textContent = "Rewriting …";
  try {
    const headers = { "Content-Type": "application/octet-stream" };
    const request = { method: "POST", headers, body: file, signal: own.signal };
    const answer = await page.send(`v1/files?${query}`, request);
    const content = await answer.blob();
    if (own !== work) return;
    const summary = JSON.parse(answer.headers.get("Simplifier-Summary"));
    const name = answer.headers.get("Content-Disposition").split("UTF-8''")[1];
    made = { name: decodeURIComponent(name), kind: answer.headers.get("Content-Type"), content };
    const remark = summary.remark ? ` Note: ${summary.remark}.` : "";
    $("file-told").textContent = page.told(summary) + remark;
    $("file-run").hidden = true;
    $("file-save").textContent = `Save ${made.name}`;
    $("file-save").hidden = false;
    $("file-save").focus();
  } catch (error) {
    if (own !== work) return;
    $("file-told").textContent = error.message;
    $("file-run").disabled = false;
    $("file-tracked").disabled = false;
  }
}
