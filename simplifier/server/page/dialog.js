// The small dialog of one place: what else could stand there, and why.

import { whyHere } from "./reasons.js";
import { addRule, choiceKey, protectTerm, remember, snapshot, state } from "./state.js";

const $ = (id) => document.getElementById(id);
const dialog = $("choice");
let here = null;

// Open it for a piece. `ask` asks the server, `changed` shows choices, `rewritten` rewrites the whole text.
// `back` gives the focus back to a place.
export async function open(piece, anchor, { ask, changed, rewritten, back }) {
  const key = choiceKey(piece.sentence, piece.start, piece.end);
  const mine = { piece, key, before: snapshot(), edited: false, changed, rewritten, back };
  here = mine;
  $("choice-title").textContent = piece.before.trim();
  $("choice-why").textContent = "Looking for alternatives …";
  $("choice-list").replaceChildren();
  $("choice-own").value = "";
  $("choice-keep").disabled = piece.after === piece.before;
  dialog.showModal();
  beside(anchor);
  const options = { preset: state.preset ?? undefined, protect: state.protect, rules: state.rules };
  try {
    const { sentence, start, end } = piece;
    const answer = await ask("v1/alternatives", { text: sentence.source, start, end, options });
    if (here !== mine) return;
    mine.piece = grown(piece, answer);
    mine.key = choiceKey(sentence, answer.start, answer.end);
    mine.article = answer.article;
    fill(mine, answer.alternatives);
  } catch (error) {
    if (here === mine) $("choice-why").textContent = error.message;
  }
  beside(anchor);
}

// The place may be a phrase around the word.
function grown(piece, answer) {
  const before = answer.source;
  return { ...piece, start: answer.start, end: answer.end, before };
}

function fill(mine, alternatives) {
  const { piece } = mine;
  const first = alternatives.find((one) => one.chosen);
  $("choice-title").textContent = piece.before.trim();
  $("choice-why").textContent = piece.kind === "hard" ? `It stayed: ${piece.why}.` : "";
  const shown = state.choices.get(mine.key) ?? first.text;
  const open = alternatives.filter((one) => !one.forbidden);
  const closed = alternatives.filter((one) => one.forbidden);
  $("choice-list").replaceChildren(...open.map((one) => option(one, shown)));
  if (closed.length) {
    const more = document.createElement("details");
    more.className = "not-advised";
    more.open = closed.some((one) => one.text === shown);
    const summary = document.createElement("summary");
    summary.textContent = `Not advised (${closed.length})`;
    more.append(summary, ...closed.map((one) => option(one, shown)));
    $("choice-list").append(more);
  }
  if (!alternatives.some((one) => one.text === shown)) $("choice-own").value = shown;
  $("choice-keep").disabled = shown === piece.before;
  (document.querySelector("#choice-list input:checked") ?? $("choice-own")).focus();
}

function option(one, shown) {
  const label = document.createElement("label");
  label.className = "option";
  const input = document.createElement("input");
  input.type = "radio";
  input.name = "alternative";
  input.value = one.text;
  input.checked = one.text === shown;
  const word = document.createElement("b");
  word.textContent = one.text.trim() || "leave it out";
  const reason = document.createElement("small");
  reason.textContent = whyHere(one);
  reason.title = one.reason.text;
  label.append(input, word, reason);
  return label;
}

function choose(text) {
  if (!here.edited) remember(here.before);
  here.edited = true;
  state.choices.set(here.key, text);
  $("choice-keep").disabled = text === here.piece.before;
  here.changed();
}

function chosenText() {
  const input = document.querySelector("#choice-list input:checked");
  return $("choice-own").value.trim() || input?.value || here.piece.after;
}

$("choice-list").addEventListener("change", (event) => {
  $("choice-own").value = "";
  choose(event.target.value);
});

$("choice-own").addEventListener("change", () => {
  const text = $("choice-own").value.trim();
  if (!text) return;
  for (const input of document.querySelectorAll("#choice-list input")) input.checked = false;
  choose(text);
});

$("choice-protect").addEventListener("click", () => {
  finish(() => protectTerm(withoutArticle(here.piece.before)));
});

$("choice-keep").addEventListener("click", () => {
  const words = [here.piece.before, chosenText()].map(withoutArticle);
  finish(() => addRule(...inside(words)));
});

// What stands in a list is true for every sentence: without the article, and without the capital of the first word.
const withoutArticle = (text) => (here.article ? text.replace(/^\s*\S+\s+/, "") : text).trim();

function inside(words) {
  const { sentence, start } = here.piece;
  const first = !/\p{L}/u.test(Array.from(sentence.source).slice(0, start).join(""));
  const capital = /^\p{Lu}(?!\p{Lu})/u;
  return words.map((one) => (first && capital.test(one) ? one[0].toLowerCase() + one.slice(1) : one));
}

function finish(act) {
  if (!here.edited) remember(here.before);
  here.edited = true;
  act();
  state.choices.delete(here.key);
  const { rewritten } = here;
  dialog.close();
  rewritten();
}

dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close(); // the backdrop
});

dialog.addEventListener("close", () => {
  const { piece, back } = here;
  here = null;
  back(piece);
});

// Put the dialog where it does not hide its word: under it, over it, or beside it.
function beside(anchor) {
  if (!anchor.isConnected) return;
  if (matchMedia("(max-width: 34rem)").matches) {
    anchor.scrollIntoView({ block: "start" }); // the dialog lies at the foot of the screen
    return;
  }
  const word = anchor.getClientRects()[0] ?? anchor.getBoundingClientRect();
  const { width, height } = dialog.getBoundingClientRect();
  const within = (place, size, room) => Math.max(16, Math.min(place, room - size - 16));
  let left = within(word.left, width, document.documentElement.clientWidth);
  let top = word.bottom + 10;
  if (top + height > innerHeight - 16) top = word.top - height - 10;
  if (top < 16) {
    top = within(word.top - height / 2, height, innerHeight);
    left = word.left - width - 16;
    if (left < 16) left = within(word.right + 16, width, document.documentElement.clientWidth);
  }
  Object.assign(dialog.style, { margin: "0", left: `${left}px`, top: `${top}px` });
}
