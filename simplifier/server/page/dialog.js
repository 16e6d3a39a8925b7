// The small dialog of one place: what else could stand there, and why.

import { whyHere } from "./reasons.js";
import { addRule, choiceKey, protectTerm, remember, snapshot, state } from "./state.js";
import { OF_SENTENCES } from "./text.js";

const $ = (id) => document.getElementById(id);
const dialog = $("choice");
const TITLES = {
  split: "One sentence became two",
  list: "A sentence became a list",
  reorder: "Another order",
  shorten: "Words that can go",
  reword: "A plainer way to say it",
};
let here = null;

// Open it for a piece. `ask` asks the server, `changed` shows choices, `rewritten` rewrites the whole text.
// `back` gives the focus back to a place.
export async function open(piece, anchor, { ask, changed, rewritten, back }) {
  here = { piece, anchor, before: snapshot(), edited: false, changed, rewritten, back };
  const mine = here;
  $("choice-list").replaceChildren();
  $("choice-own").value = "";
  const ofSentence = OF_SENTENCES.includes(piece.change?.kind);
  for (const id of ["choice-own-label", "choice-protect", "choice-keep"]) $(id).hidden = ofSentence;
  $("choice-title").textContent = ofSentence ? TITLES[piece.change.kind] : (piece.before.trim() || piece.after.trim());
  $("choice-why").textContent = ofSentence ? `${capital(piece.change.why)}.` : "Looking for alternatives …";
  if (ofSentence) fillWithBoth(mine);
  dialog.showModal();
  beside(anchor);
  if (!ofSentence) await fillFromServer(mine, ask);
  if (here === mine) beside(anchor);
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

// A change of a whole sentence stands, or is taken back.
function fillWithBoth(mine) {
  const { change } = mine.piece;
  const taken = state.back.has(change.key);
  const both = [
    { text: change.target, told: "the change", value: "stands" },
    { text: change.source, told: "as it was", value: "back" },
  ];
  const [before, behind] = around(change);
  $("choice-list").replaceChildren(
    ...both.map(({ text, told, value }) =>
      radio(value, `${before}${text}${behind}`, told, (value === "back") === taken),
    ),
  );
  mine.chosen = (value) => {
    if (value === "back") state.back.add(change.key);
    else state.back.delete(change.key);
  };
  document.querySelector("#choice-list input:checked").focus();
}

// A few words of the user's text before and behind a change, which say where it stands.
function around({ sentence, start, end }) {
  const characters = Array.from(sentence.source);
  const before = characters.slice(0, start).join("");
  const behind = characters.slice(end).join("");
  const [near] = before.match(/(?:\S+\s+){0,2}\S*\s*$/);
  const [next] = behind.match(/^\s*\S*(?:\s+\S+){0,2}/);
  return [`${near.length < before.length ? "… " : ""}${near}`, `${next}${next.length < behind.length ? " …" : ""}`];
}

async function fillFromServer(mine, ask) {
  const { piece } = mine;
  const { sentence } = piece;
  const { start, end } = piece.change ?? piece;
  mine.key = choiceKey(sentence, start, end);
  mine.chosen = (text) => state.choices.set(mine.key, text);
  $("choice-keep").disabled = piece.after === piece.before;
  const options = { preset: state.preset ?? undefined, protect: state.protect, rules: state.rules };
  try {
    const answer = await ask("v1/alternatives", { text: sentence.source, start, end, options });
    if (here !== mine) return;
    mine.piece = { ...piece, start: answer.start, end: answer.end, before: answer.source };
    mine.key = choiceKey(sentence, answer.start, answer.end);
    mine.article = answer.article;
    fill(mine, answer.alternatives);
  } catch (error) {
    if (here === mine) $("choice-why").textContent = error.message;
  }
}

function fill(mine, alternatives) {
  const { piece } = mine;
  const first = alternatives.find((one) => one.chosen);
  $("choice-title").textContent = piece.before.trim();
  $("choice-why").textContent = piece.why ? `${piece.kind === "hard" ? "It stayed: " : ""}${piece.why}.` : "";
  const reverted = piece.change && state.back.has(piece.change.key);
  const shown = state.choices.get(mine.key) ?? (reverted ? piece.before : first.text);
  const open = alternatives.filter((one) => !one.forbidden || one.offered);
  const closed = alternatives.filter((one) => one.forbidden && !one.offered);
  const option = (one) => {
    const small = radio(one.text, one.text.trim() || "leave it out", whyHere(one), one.text === shown);
    small.querySelector("small").title = one.reason.detail || one.reason.text;
    return small;
  };
  $("choice-list").replaceChildren(...open.map(option));
  if (closed.length) {
    const more = document.createElement("details");
    more.className = "not-advised";
    more.open = closed.some((one) => one.text === shown);
    const summary = document.createElement("summary");
    summary.textContent = `Not advised (${closed.length})`;
    more.append(summary, ...closed.map(option));
    $("choice-list").append(more);
  }
  if (!alternatives.some((one) => one.text === shown)) $("choice-own").value = shown;
  $("choice-keep").disabled = shown === piece.before;
  (document.querySelector("#choice-list input:checked") ?? $("choice-own")).focus();
}

function radio(value, text, told, checked) {
  const label = document.createElement("label");
  label.className = "option";
  const input = document.createElement("input");
  Object.assign(input, { type: "radio", name: "alternative", value, checked });
  const word = document.createElement("b");
  word.textContent = text;
  const reason = document.createElement("small");
  reason.textContent = told;
  label.append(input, word, reason);
  return label;
}

function choose(text) {
  if (!here.edited) remember(here.before);
  here.edited = true;
  here.chosen(text);
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

// What is opened inside makes the dialog grow: it moves, so that its buttons stay on the screen.
new ResizeObserver(() => here && beside(here.anchor)).observe(dialog);

// Put the dialog where it does not hide its word: under it, over it, or beside it; always inside the window.
function beside(anchor) {
  const within = (place, size, room) => Math.max(16, Math.min(place, room - size - 16));
  if (!anchor.isConnected) {
    const { top, height } = dialog.getBoundingClientRect(); // its word was drawn anew: it only stays in the window
    if (dialog.style.top) dialog.style.top = `${within(top, height, innerHeight)}px`;
    return;
  }
  if (matchMedia("(max-width: 34rem)").matches) {
    anchor.scrollIntoView({ block: "start" }); // the dialog lies at the foot of the screen
    return;
  }
  const word = anchor.getClientRects()[0] ?? anchor.getBoundingClientRect();
  const { width, height } = dialog.getBoundingClientRect();
  let left = within(word.left, width, document.documentElement.clientWidth);
  let top = word.bottom + 10;
  if (top + height > innerHeight - 16) top = word.top - height - 10;
  if (top < 16) {
    top = within(word.top - height / 2, height, innerHeight);
    left = word.left - width - 16;
    if (left < 16) left = within(word.right + 16, width, document.documentElement.clientWidth);
  }
  Object.assign(dialog.style, { margin: "0", left: `${left}px`, top: `${within(top, height, innerHeight)}px` });
}
