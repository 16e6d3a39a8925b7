// The page: asks the server, shows what comes back, and wires the controls.

import { open } from "./dialog.js";
import { takeFiles } from "./files.js";
import { addRule, canUndo, protectTerm, remember, save, snapshot, state, undo } from "./state.js";
import { asHtml, piecesOf, plainText, show } from "./text.js";

const $ = (id) => document.getElementById(id);
const EXAMPLE = `The committee commenced deliberations regarding the proposed modifications. Approximately 40 percent of the inhabitants reside in rural areas and utilize public transportation on a daily basis.

Although the municipality had attempted to facilitate access to adequate accommodation, numerous individuals subsequently encountered difficulties. Additional assistance will be provided prior to the commencement of the winter.`;

let shown = null; // { source, sentences }
let pieces = [];
let running = 0;

class ServerError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

// Send a request with the token; return the answer if it is one.
async function send(path, request) {
  const token = sessionStorage.getItem("token");
  const headers = { ...request.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  let answer;
  try {
    answer = await fetch(path, { ...request, headers });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ServerError(0, "The server does not answer; is it still running?");
  }
  if (answer.status === 401) {
    await askForToken();
    return send(path, request);
  }
  if (answer.ok) return answer;
  const values = await answer.json().catch(() => null); // what stands before the server may answer otherwise
  throw new ServerError(answer.status, values?.error?.message ?? `The server answered ${answer.status}.`);
}

async function ask(path, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await send(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : {});
  const values = await answer.json().catch(() => null);
  if (values === null) throw new ServerError(answer.status, `The server answered ${answer.status}.`);
  return values;
}

let asking = null;

function askForToken() {
  asking ??= new Promise((resolve) => {
    $("gate").addEventListener(
      "close",
      () => {
        sessionStorage.setItem("token", $("gate-token").value);
        asking = null;
        resolve();
      },
      { once: true },
    );
    $("gate").showModal();
  });
  return asking;
}

// Say something: `quiet` for what can be seen anyway, `wrong` for what failed.
function tell(message, kind = "") {
  $("status").textContent = message;
  $("status").className = kind;
}

const options = () => ({
  ...(state.preset === null ? {} : { preset: state.preset }),
  ...(state.split === null ? {} : { split: state.split }),
  ...(state.bullets === null ? {} : { bullets: state.bullets }),
  protect: state.protect,
  rules: state.rules,
});

// Rewrite the text; reasons for hard words come a little later.
async function run() {
  const source = $("source").value;
  if (!source.trim()) {
    $("source").focus();
    return tell("There is no text yet.");
  }
  const own = ++running;
  const body = { text: source, options: options(), features: false };
  $("after").setAttribute("aria-busy", "true");
  tell("Rewriting …", "quiet");
  try {
    const quick = await ask("v1/simplify", body);
    if (own !== running) return;
    accept(source, quick);
    tell(told(quick.summary), "quiet");
    const full = await ask("v1/explain", body).catch((error) => error);
    if (own !== running) return;
    if (full instanceof Error) tell(`${told(quick.summary)} Why hard words stayed is not known: ${full.message}.`);
    else if (!$("choice").open && !$("after").contains(document.activeElement)) accept(source, full);
    else waiting = { own, source, full };
  } catch (error) {
    if (own === running) tell(error.message, "wrong");
  } finally {
    if (own === running) $("after").setAttribute("aria-busy", "false");
  }
}

// What came while somebody was in the middle of the text is shown when they leave it.
let waiting = null;

$("after").addEventListener("focusout", () => {
  setTimeout(() => {
    if (!waiting || $("choice").open || $("after").contains(document.activeElement)) return;
    if (waiting.own === running) accept(waiting.source, waiting.full);
    waiting = null;
  });
});

function told({ sentences, changed }) {
  const many = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;
  return changed ? `${changed} of ${many(sentences, "sentence")} changed.` : "Nothing had to be changed.";
}

function accept(source, answer) {
  shown = { source, sentences: answer.sentences };
  document.body.dataset.state = "done";
  const { grade_before: before, grade_after: after } = answer.summary;
  document.querySelector(".grade").hidden = before === null || after === null;
  $("grade-before").textContent = before?.toFixed(1);
  $("grade-after").textContent = after?.toFixed(1);
  $("counts").textContent = told(answer.summary);
  for (const id of ["summary", "tools", "legend"]) $(id).hidden = false;
  $("empty").hidden = true;
  draw();
}

function draw() {
  if (shown) {
    pieces = piecesOf(shown.source, shown.sentences, state.choices);
    show(pieces, $("before"), $("after"));
  }
  $("undo").disabled = !canUndo();
  drawLists();
}

function drawLists() {
  const count = state.protect.length + state.rules.length;
  $("lists-count").textContent = count ? `(${count})` : "";
  fillList($("protect-list"), state.protect, (term) => term, (term) => {
    state.protect = state.protect.filter((one) => one !== term);
  });
  fillList($("rules-list"), state.rules, ([from, to]) => `${from} → ${to || "(left out)"}`, (rule) => {
    state.rules = state.rules.filter((one) => one !== rule);
  });
}

function fillList(list, items, label, forget) {
  list.replaceChildren(
    ...items.map((item) => {
      const element = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.className = "quiet";
      button.textContent = "Remove";
      button.setAttribute("aria-label", `Remove ${label(item)}`);
      button.addEventListener("click", () => {
        list.parentElement.querySelector("input").focus();
        listed(() => forget(item));
      });
      element.append(label(item), button);
      return element;
    }),
  );
}

// Change the lists so that it can be undone, and rewrite what is shown.
function listed(act) {
  remember(snapshot());
  act();
  save();
  again();
}

function again() {
  draw();
  if (document.body.dataset.state === "done") run();
}

function edit() {
  document.body.dataset.state = "editing";
  $("source").focus();
}

function choose(element) {
  open(pieces[Number(element.dataset.piece)], element, { ask, changed: draw, rewritten: again, back: focusOn });
}

// Move the focus to what stands at a place now.
function focusOn({ sentence, start, end }) {
  const there = (one) => one.sentence?.source === sentence.source && one.start < end && start < one.end;
  const number = pieces.findIndex((one) => one.sentence?.start === sentence.start && there(one));
  $("after").querySelector(`[data-piece="${number}"]`)?.focus();
}

$("after").addEventListener("click", (event) => {
  const element = event.target.closest("[data-piece]");
  if (element) choose(element);
});

$("after").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  const element = event.target.closest("[data-piece]");
  if (!element) return;
  event.preventDefault();
  choose(element);
});

// A change and the words that it replaced light up together.
for (const [enter, leave] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
  const link = (on) => (event) => {
    const element = event.target.closest("[data-piece]");
    const other = element && $("before").querySelector(`[data-piece="${element.dataset.piece}"]`);
    other?.classList.toggle("linked", on);
  };
  $("after").addEventListener(enter, link(true));
  $("after").addEventListener(leave, link(false));
}

$("run").addEventListener("click", run);
$("source").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
});
$("edit").addEventListener("click", edit);
$("edit-too").addEventListener("click", edit);
$("example").addEventListener("click", () => {
  $("source").value = EXAMPLE;
  run();
});

function goBack() {
  if (undo()) again();
  else draw();
  tell("Undone.");
}

$("undo").addEventListener("click", goBack);
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, dialog");
  if (event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !typing && canUndo()) {
    event.preventDefault();
    goBack();
  }
});

$("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(plainText(pieces));
    tell("Copied.");
  } catch {
    tell("The browser does not let the page copy; save the text instead.", "wrong");
  }
});

function download(name, kind, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  tell(`Saved as ${name}.`);
}

$("save-text").addEventListener("click", () => download("plainer.txt", "text/plain", plainText(pieces)));
$("save-html").addEventListener("click", () => download("plainer.html", "text/html", asHtml(pieces)));

takeFiles({ send, options, told, download });

$("protect-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const term = $("protect-input").value.trim();
  if (term) listed(() => protectTerm(term));
  $("protect-input").value = "";
});

$("rules-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const from = $("rule-source").value.trim();
  const to = $("rule-target").value.trim();
  if (from && from !== to) listed(() => addRule(from, to));
  $("rules-form").reset();
});

$("controls").addEventListener("submit", (event) => event.preventDefault());

$("views").addEventListener("change", (event) => {
  state.view = event.target.value;
  document.body.dataset.view = state.view;
  save();
});

for (const choice of ["split", "bullets"]) {
  $(choice).addEventListener("change", () => {
    state[choice] = $(choice).checked;
    save();
    again();
  });
}

$("dial").addEventListener("change", (event) => {
  state.preset = event.target.value;
  save();
  again();
});

const THEMES = ["system", "light", "dark"];

function showTheme() {
  $("theme").textContent = `Theme: ${state.theme}`;
  if (state.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = state.theme;
}

$("theme").addEventListener("click", () => {
  state.theme = THEMES[(THEMES.indexOf(state.theme) + 1) % THEMES.length];
  save();
  showTheme();
});

function showDial(names) {
  const place = $("dial").querySelector("div");
  const title = (name) => (name ? name[0].toUpperCase() + name.slice(1) : "Usual");
  place.replaceChildren(
    ...names.map((name) => {
      const label = document.createElement("label");
      const input = document.createElement("input");
      Object.assign(input, { type: "radio", name: "preset", value: name, checked: name === state.preset });
      const text = document.createElement("span");
      text.textContent = title(name);
      label.append(input, text);
      return label;
    }),
  );
  $("dial").hidden = names.length < 2;
}

async function start() {
  showTheme();
  document.body.dataset.view = state.view;
  document.querySelector(`[name=view][value=${state.view}]`).checked = true;
  draw();
  try {
    const info = await ask("v1/info");
    if (state.preset === null || !info.dial.includes(state.preset)) state.preset = info.preset;
    showDial(info.dial);
    for (const choice of ["split", "bullets"]) {
      const { possible, on } = info[choice];
      $(`${choice}-label`).hidden = !possible;
      $(choice).checked = possible && (state[choice] ?? on);
      if (!possible) state[choice] = null;
    }
    $("after").lang = $("before").lang = info.language.code;
    document.body.dataset.ready = "yes";
  } catch (error) {
    tell(error.message, "wrong");
  }
}

start();
