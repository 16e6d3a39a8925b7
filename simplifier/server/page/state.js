// What the page remembers: lists and settings in local storage, choices of the text in memory, and how to go back.

const KEY = "simplifier";

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // storage that is closed or was damaged: start anew
  }
}

const kept = read();
const narrow = matchMedia("(max-width: 52rem)").matches;

export const state = {
  protect: Array.isArray(kept.protect) ? kept.protect : [],
  rules: Array.isArray(kept.rules) ? kept.rules : [],
  preset: typeof kept.preset === "string" ? kept.preset : null,
  split: typeof kept.split === "boolean" ? kept.split : null,
  bullets: typeof kept.bullets === "boolean" ? kept.bullets : null,
  view: ["side", "place"].includes(kept.view) ? kept.view : narrow ? "place" : "side",
  theme: ["light", "dark"].includes(kept.theme) ? kept.theme : "system",
  // By the text of a sentence and a place in it: what the reader wants to stand there.
  choices: new Map(),
  // Changes that the reader took back, by `changeKey`.
  back: new Set(),
};

const past = [];

export function save() {
  const { protect, rules, preset, split, bullets, view, theme } = state;
  try {
    localStorage.setItem(KEY, JSON.stringify({ protect, rules, preset, split, bullets, view, theme }));
  } catch {
    // The page works without; it only forgets.
  }
}

export function snapshot() {
  const { protect, rules, choices, back } = state;
  return { protect: [...protect], rules: [...rules], choices: new Map(choices), back: new Set(back) };
}

export function remember(before) {
  past.push(before);
}

export const canUndo = () => past.length > 0;

// Go back one step; tells whether the lists changed, so that the text must be rewritten.
export function undo() {
  const before = past.pop();
  const lists = JSON.stringify([before.protect, before.rules]) !== JSON.stringify([state.protect, state.rules]);
  Object.assign(state, before);
  save();
  return lists;
}

// What a change is known by, as long as the sentence and the change are the same.
export const changeKey = (sentence, { start, end, target }) => `${start}:${end}:${target}:${sentence.source}`;

export const choiceKey = (sentence, start, end) => `${start}:${end}:${sentence.source}`;

const same = (one, other) => one.toLowerCase() === other.toLowerCase();

export function protectTerm(term) {
  state.rules = state.rules.filter(([source]) => !same(source, term));
  if (!state.protect.some((one) => same(one, term))) state.protect = [...state.protect, term];
  save();
}

export function addRule(source, target) {
  state.protect = state.protect.filter((one) => !same(one, source));
  state.rules = [...state.rules.filter(([one]) => !same(one, source)), [source, target]];
  save();
}
