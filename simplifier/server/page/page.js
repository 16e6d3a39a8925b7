// The page: asks the server, shows what comes back, and wires the controls.

import { open } from "./dialog.js";
import { takeFiles } from "./files.js";
import { addRule, canUndo, choiceKey, protectTerm, remember, save, snapshot, state, undo } from "./state.js";
import { align, asHtml, changesOf, piecesOf, plainText, show } from "./text.js";

const $ = (id) => document.getElementById(id);
//: Advice of the CDC on COVID-19 (2020) and a rule of the CFPB (12 CFR 1024): works of the US government, as published.
const EXAMPLE = `Older adults and people with serious chronic medical conditions are at higher risk of serious illness. But anyone can become sick, and symptoms can range from mild to severe regardless of how old you are or if you have other medical conditions.

The cover of the booklet may be in any form and may contain any drawings, pictures, or artwork, provided that the words “settlement costs” are used in the title. Names, addresses and telephone numbers of the lender or others and similar information may appear on the cover, but no discussion of the matters covered in the booklet shall appear on the cover.`;

let shown = null; // { source, sentences, summary }
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

// Characters of a text whose reasons are asked for at once: a few paragraphs, which take a second or two.
const PART = 1500;

// Rewrite the text. It is there at once; reasons and offers come behind it, part by part.
async function run() {
  const source = $("source").value;
  if (!source.trim()) {
    $("source").focus();
    return tell("There is no text yet.");
  }
  const own = ++running;
  const body = { text: source, options: options(), features: false };
  $("after").setAttribute("aria-busy", "true");
  document.body.dataset.reasons = "loading";
  tell("Rewriting …", "quiet");
  try {
    const quick = await ask("v1/simplify", body);
    if (own !== running) return;
    accept(source, quick);
  } catch (error) {
    if (own === running) tell(error.message, "wrong");
    return;
  } finally {
    if (own === running) $("after").setAttribute("aria-busy", "false");
  }
  await explain(own, body);
}

async function explain(own, body) {
  const parts = partsOf(body.text);
  for (const [number, { start, end }] of parts.entries()) {
    tell(`Looking for what else could be plainer: part ${number + 1} of ${parts.length} …`, "quiet");
    const found = await ask("v1/explain", { ...body, start, end }).catch((error) => error);
    if (own !== running) return;
    if (found instanceof Error) {
      document.body.dataset.reasons = "done";
      return tell(`The text is done. What else could be plainer is not known: ${found.message}`, "wrong");
    }
    addReasons(found.sentences);
  }
  document.body.dataset.reasons = "done";
  tell(told(shown.summary), "quiet");
}

// Return the parts of a text: whole lines, in characters as people count them.
function partsOf(text) {
  const parts = [];
  let place = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const length = Array.from(line).length;
    const last = parts.at(-1);
    if (last && last.end - last.start + length <= PART) last.end += length;
    else parts.push({ start: place, end: place + length });
    place += length;
  }
  return parts;
}

// Take in what is known of sentences beyond their changes; somebody who is in the middle of the text stays there.
function addReasons(sentences) {
  const known = new Map(shown.sentences.map((one) => [one.start, one]));
  for (const { start, source, hard, offers } of sentences) {
    const own = known.get(start);
    if (own?.source === source) Object.assign(own, { hard, offers });
  }
  if ($("choice").open) waiting = true;
  else draw();
}

// Reasons that came while a dialog was open are shown when it closes.
let waiting = false;

$("choice").addEventListener("close", () => {
  if (waiting) draw();
  waiting = false;
});

function told({ sentences, changed, changes }) {
  const many = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;
  if (!changed) return "Nothing had to be changed.";
  return `${changed} of ${many(sentences, "sentence")} changed, ${many(changes, "change")}.`;
}

function accept(source, answer) {
  shown = { source, sentences: answer.sentences, summary: answer.summary };
  document.body.dataset.state = "done";
  const { grade_before: before, grade_after: after } = answer.summary;
  document.querySelector(".grade").hidden = before === null || after === null;
  $("grade-before").textContent = before?.toFixed(1);
  $("grade-after").textContent = after?.toFixed(1);
  $("counts").textContent = told(answer.summary);
  for (const id of ["summary", "tools", "legend", "kinds"]) $(id).hidden = false;
  $("empty").hidden = true;
  draw();
}

function draw() {
  if (shown) {
    const focused = pieces[Number(document.activeElement?.closest("#after [data-piece]")?.dataset.piece)];
    pieces = piecesOf(shown.source, shown.sentences, state);
    show(pieces, $("before"), $("after"));
    if (focused) focusOn(focused);
    drawKinds();
    place();
  }
  $("undo").disabled = !canUndo();
  drawLists();
}

const place = () => align($("before"), $("after"), state.view === "side" && document.body.dataset.state === "done");

addEventListener("resize", place);

const KINDS = {
  word: "Plainer words",
  phrase: "Plainer phrases",
  number: "Numbers and dates",
  reword: "Plainer constructions",
  shorten: "Words that can go",
  reorder: "Another order",
  split: "Long sentences split",
  list: "Lists",
  own: "My words",
  drop: "Sentences left out",
  repair: "Follows from other changes",
};

// The changes by kind: each kind can be taken back as a whole, and offers can be accepted together.
function drawKinds() {
  const kinds = new Map();
  for (const change of shown.sentences.flatMap(changesOf)) {
    if (!kinds.has(change.kind)) kinds.set(change.kind, []);
    kinds.get(change.kind).push(change);
  }
  const rows = [...kinds].map(([kind, changes]) => {
    const all = changes.every((one) => state.back.has(one.key));
    return kindRow(KINDS[kind], changes.length, all ? "Make again" : "Take back", () => {
      for (const one of changes) all ? state.back.delete(one.key) : state.back.add(one.key);
    });
  });
  const offers = pieces.filter((one) => one.kind === "offer");
  if (offers.length) {
    rows.push(
      kindRow("Possible, not made", offers.length, "Make all", () => {
        for (const { sentence, start, end, offer } of offers) {
          state.choices.set(choiceKey(sentence, start, end), offer.target);
        }
      }),
    );
  }
  $("kinds-list").replaceChildren(...rows);
  const marked = pieces.some((one) => ["change", "taken", "offer"].includes(one.kind));
  for (const id of ["previous", "next"]) $(id).disabled = !marked;
}

function kindRow(label, count, verb, act) {
  const row = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = verb;
  button.setAttribute("aria-label", `${verb}: ${label}`);
  button.addEventListener("click", () => {
    remember(snapshot());
    act();
    draw();
    // The row was drawn anew; the focus goes on to the same place in the list.
    [...$("kinds-list").querySelectorAll("button")].find((one) => one.ariaLabel.endsWith(`: ${label}`))?.focus();
  });
  row.append(`${label} (${count})`, button);
  return row;
}

// Go to the next change or offer, or to the one before, from where the focus is or was.
let visited = -1;

function step(direction) {
  const numbers = pieces.flatMap((one, number) => (["change", "taken", "offer"].includes(one.kind) ? [number] : []));
  if (!numbers.length) return;
  const later = numbers.filter((one) => one > visited);
  const earlier = numbers.filter((one) => one < visited);
  visited = direction > 0 ? (later[0] ?? numbers[0]) : (earlier.at(-1) ?? numbers.at(-1));
  const element = $("after").querySelector(`[data-piece="${visited}"]`);
  element.scrollIntoView({ block: "center" });
  element.focus({ preventScroll: true });
}

$("previous").addEventListener("click", () => step(-1));
$("next").addEventListener("click", () => step(1));
$("after").addEventListener("focusin", (event) => {
  const element = event.target.closest("[data-piece]");
  if (element) visited = Number(element.dataset.piece);
});

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
  const there = (one) =>
    one.sentence?.source === sentence.source && (one.start === start || (one.start < end && start < one.end));
  const number = pieces.findIndex((one) => one.sentence?.start === sentence.start && there(one));
  $("after").querySelector(`[data-piece="${number}"]`)?.focus({ preventScroll: true });
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
  place();
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
