"use strict";
// The data: rows of candidates, each with its feature values; contributions are weight x value.
const data = JSON.parse(document.getElementById("data").textContent);
const PAGE = 100;
const byId = (id) => document.getElementById(id);
const collator = new Intl.Collator("en", { numeric: true });
const sources = data.sources.map(([name, copyRank, count, places]) => ({ name, copyRank, count, places, copy: null }));

const rows = data.rows.map((row, order) => {
  const [source, rank, target, labels, score, kind, owner, provenance, evidence, values, decided] = row;
  const [reason, vetoed, ...decisive] = decided;
  const whole = values.map((value, place) => value * data.weights[place]);
  const parts = whole.map((part, place) => (decisive.includes(place) ? 0 : part)); // no order is on the scale
  const groups = new Array(data.groups.length).fill(0);
  parts.forEach((part, place) => { groups[data.groupOf[place]] += part; });
  const own = sources[source];
  const chosen = own.places.filter((place) => place.choice === target);
  const open = chosen.filter((place) => !place.decided);
  const found = { order, source: own, rank: vetoed ? NaN : rank, target, labels, score, kind, evidence, values, parts,
    whole, groups, chosen, reason, vetoed, decisive,
    origin: (data.owners.length > 1 ? owner + ": " : "") + provenance.join(", "),
    margin: open.length ? Math.min(...open.map((place) => place.margin)) : NaN };
  if (kind) own.copy = found;
  found.text = [own.name, target, labels.join(" "), found.origin, reason].join("\n").toLowerCase();
  return found;
});

const state = { query: "", scope: "all", bars: "plain", key: "", down: false, page: 0, shown: rows };
const columns = [
  { key: "source", name: "Source", value: (row) => row.source.name },
  { key: "rank", name: "Rank", value: (row) => row.rank, number: true },
  { key: "target", name: "Target", value: (row) => row.target },
  { key: "label", name: "Label", value: (row) => row.labels.join(" ") },
  { key: "score", name: "Score", value: (row) => (row.vetoed ? NaN : row.score), number: true, downFirst: true },
  { name: "What the score is made of" },
  { key: "origin", name: "From", value: (row) => row.origin },
  ...(data.withText ? [{ key: "margin", name: "In the text", value: (row) => row.margin, downFirst: true }] : []),
];

const scopes = {
  all: () => true,
  best: (row) => row.rank === 1,
  better: (row) => !row.kind && !row.vetoed && row.source.copy && row.score > row.source.copy.score,
  open: (row) => !row.vetoed,
  vetoed: (row) => row.vetoed,
  chosen: (row) => row.chosen.length > 0,
  refused: (row) => row.rank === 1 && !row.chosen.length,
};

function element(name, options = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(options)) {
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const signed = (value, digits = 2) => (value < 0 ? "\u2212" : "+") + Math.abs(value).toFixed(digits);
const plain = (value, digits = 3) => (value < 0 ? "\u2212" : "") + Math.abs(value).toFixed(digits);
const shown = (target) => target || "(left out)";

// Values of the bar of a row: the groups, or their distance to those of copying; null without copying.
function barValues(row) {
  if (state.bars === "plain") return row.groups;
  const copy = row.source.copy;
  return copy && row.groups.map((value, place) => value - copy.groups[place]);
}

function extent(chosen) {
  let least = 0, most = 0;
  for (const row of chosen) {
    if (row.vetoed) continue;
    let negative = 0, positive = 0;
    for (const value of barValues(row) || []) { if (value < 0) negative += value; else positive += value; }
    least = Math.min(least, negative);
    most = Math.max(most, positive);
  }
  return [least, most === least ? least + 1 : most];
}

function stopped(row) {
  return element("div", { class: "stopped" }, element("b", {}, "vetoed"), `: ${row.reason}`,
    element("div", { class: "why" }, `would score ${plain(row.score)} without that`));
}

function bar(row, [least, most]) {
  const values = barValues(row);
  if (!values) return element("span", { class: "again" }, "no copying rule to compare with");
  const at = (value) => `${(100 * (value - least)) / (most - least)}%`;
  const wide = (value) => `${(100 * value) / (most - least)}%`;
  const ordered = values.map((value, place) => [data.groups[place], value, place]).filter((one) => Math.abs(one[1]) > 5e-4);
  const box = element("div", { class: "bar", role: "img",
    "aria-label": ordered.map(([name, value]) => `${name} ${signed(value)}`).join(", ") || "nothing" });
  let left = 0, right = 0, sum = 0;
  for (const [name, value, place] of ordered) {
    const piece = element("i", { title: `${name} ${signed(value)}` });
    piece.style.background = `var(--g${place % 12})`;
    if (value < 0) { left += value; piece.style.left = at(left); } else { piece.style.left = at(right); right += value; }
    piece.style.width = wide(Math.abs(value));
    sum += value;
    box.append(piece);
  }
  const zero = element("i", { class: "zero" }), mark = element("i", { class: "sum", title: `sum ${signed(sum, 3)}` });
  zero.style.left = at(0);
  mark.style.left = at(sum);
  box.append(zero, mark);
  const largest = ordered.sort((a, b) => Math.abs(b[1]) - Math.abs(a[1])).slice(0, 3);
  const why = largest.map(([name, value]) => `${name} ${signed(value)}`).join(" \u00b7 ");
  return element("div", {}, box, element("div", { class: "why" }, why || "\u00a0"));
}

function choiceCell(row) {
  const cell = element("td", { class: "choice" }), all = row.source.places.length;
  if (row.chosen.length) {
    const bound = row.chosen.some((place) => !place.decided && place.margin === row.margin && !place.exact) ? "at least " : "";
    const asked = row.chosen.filter((place) => place.decided).length;
    const by = Number.isNaN(row.margin) ? "" : `by ${bound}${plain(row.margin, 2)}`;
    const reasons = [...new Set(row.chosen.map((place) => place.decided).filter(Boolean))].join(", ");
    const rest = !asked ? "" : by ? `; ${asked} decided by vetoes` : `all else is stopped: ${reasons}`;
    cell.append(element("b", {}, `\u2713 ${row.kind ? "copied" : "chosen"} ${row.chosen.length} of ${all}`),
      element("div", { class: "again" }, by + (row.reason ? row.reason : rest)));
  } else if (row.rank === 1 && all) {
    cell.append(element("span", { class: "again" }, "not chosen"));
  }
  return cell;
}

function rowOf(row, isFirst, range) {
  const id = `details-${row.order}`;
  const open = element("button", { class: "open", type: "button", "aria-expanded": "false", "aria-controls": id,
    "aria-label": `Details of ${row.source.name} to ${shown(row.target)}`, onclick: () => toggle(made, open, row, id) });
  const target = element("td", { class: "target" }, shown(row.target));
  if (row.kind) target.append(element("span", { class: "badge" }, row.kind === 2 ? "copy, word by word" : "copy"));
  if (row.reason) target.append(element("span", { class: "badge" }, row.vetoed ? "vetoed" : row.reason));
  const made = element("tr", { class: `row${isFirst ? " first" : ""}${row.kind ? " copy" : ""}${row.vetoed ? " vetoed" : ""}` },
    element("td", {}, open),
    element("th", { scope: "row", class: `source${isFirst ? "" : " again"}` }, row.source.name),
    element("td", { class: "number" }, row.vetoed ? "\u2013" : String(row.rank)), target,
    element("td", { class: "label" }, row.labels.join(" ")),
    element("td", { class: "number" }, row.vetoed ? "\u2013" : plain(row.score)),
    element("td", {}, row.vetoed ? stopped(row) : bar(row, range)),
    element("td", { class: "origin" }, row.origin),
    data.withText ? choiceCell(row) : null);
  return made;
}

function toggle(line, button, row, id) {
  const isOpen = button.getAttribute("aria-expanded") === "true";
  button.setAttribute("aria-expanded", String(!isOpen));
  if (isOpen) byId(id).remove();
  else line.after(element("tr", { class: "details", id }, element("td", { colspan: String(columns.length + 1) },
    element("div", { class: "columns" }, featureTable(row), element("div", {}, evidenceList(row), placeList(row))))));
}

function featureTable(row) {
  const copy = row.source.copy;
  const lines = data.features.map((name, place) => ({ name, place, part: row.whole[place],
    apart: copy ? row.whole[place] - copy.whole[place] : NaN }));
  const size = (line) => (copy && !row.kind ? Math.abs(line.apart) : Math.abs(line.part));
  const body = lines.filter((line) => Math.abs(line.part) > 5e-7 || Math.abs(line.apart) > 5e-7)
    .sort((a, b) => size(b) - size(a)).map((line) => {
      const swatch = element("span", { class: "swatch", style: `display:inline-block;margin-right:.4rem;background:var(--g${data.groupOf[line.place] % 12})` });
      return element("tr", {}, element("th", { scope: "row", title: data.formulas[line.place] }, line.name),
        element("td", {}, swatch, data.groups[data.groupOf[line.place]]),
        element("td", { class: "number" }, plain(row.values[line.place])),
        element("td", { class: "number" }, plain(data.weights[line.place])),
        element("td", { class: "number" }, signed(line.part, 3)),
        element("td", { class: "number" }, copy && !row.kind ? signed(line.apart, 3) : ""));
    });
  const names = ["Feature", "Group", "Value", "Weight", "Adds", "Against copying"];
  const head = names.map((name, place) => element("th", { scope: "col", class: place > 1 ? "number" : "" }, name));
  return element("section", {}, element("h3", {}, `${row.source.name} \u2192 ${shown(row.target)}: features`),
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Features" },
      element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body))));
}

function evidenceList(row) {
  const items = [`from ${row.origin || "no named source"}`, ...row.evidence].map((text) => element("li", {}, text));
  const rank = row.source.copyRank;
  items.push(element("li", {}, rank ? `copying ranks ${rank} of ${row.source.count}` : "no rule copies the source"));
  return element("section", {}, element("h3", {}, "Evidence"), element("ul", {}, ...items));
}

function lead(place) {
  const other = place.runnerUp.join(", ") || "copying";
  if (!place.decided) {
    return place.exact ? `by ${plain(place.margin)}; runner-up: ${other}`
      : `by at least ${plain(place.margin)}; no other reading among those searched`;
  }
  if (!place.exact) return `all else is stopped (${place.decided})`;
  return `${other} is stopped (${place.decided}); without that ${plain(Math.abs(place.margin))} ${place.margin < 0 ? "ahead" : "behind"}`;
}

function placeList(row) {
  if (!row.source.places.length) return null;
  const items = row.source.places.slice(0, 20).map((place) => {
    const text = data.sentences[place.sentence];
    const what = place.choice === null ? `part of ${place.rules.join(", ")}`
      : place.choice === row.source.name ? "copied" : shown(place.choice);
    return element("li", {}, text.slice(0, place.start), element("mark", {}, text.slice(place.start, place.end)), text.slice(place.end),
      element("p", {}, `Line ${place.line}: ${what}, ${lead(place)}`));
  });
  const more = row.source.places.length - items.length;
  return element("section", {}, element("h3", {}, "In the text"), element("ul", { class: "places" }, ...items),
    more > 0 ? element("p", {}, `and ${more} more`) : null);
}

function select() {
  const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => scopes[state.scope](row) && words.every((word) => row.text.includes(word)));
  const column = columns.find((one) => one.key === state.key);
  if (column) {
    const keys = new Map(found.map((row) => [row, column.value(row)]));
    const compare = (a, b) => (typeof a === "number" ? a - b : collator.compare(a, b));
    found.sort((one, other) => {
      const a = keys.get(one), b = keys.get(other);
      if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b) || one.order - other.order;
      return (state.down ? compare(b, a) : compare(a, b)) || one.order - other.order;
    });
  }
  state.shown = found;
}

function draw() {
  const start = state.page * PAGE, part = state.shown.slice(start, start + PAGE), range = extent(part);
  let last = null;
  byId("body").replaceChildren(...part.map((row) => {
    const made = rowOf(row, row.source !== last, range);
    last = row.source;
    return made;
  }));
  if (!part.length) byId("body").append(element("tr", {}, element("td", { class: "empty", colspan: String(columns.length + 1) }, "Nothing matches.")));
  const count = (number) => number.toLocaleString("en");
  const found = new Set(state.shown.map((row) => row.source)).size;
  byId("count").textContent = `${count(state.shown.length)} of ${count(rows.length)} candidates, ${count(found)} of ${count(sources.length)} sources`;
  const pages = Math.max(1, Math.ceil(state.shown.length / PAGE));
  byId("place").textContent = `Page ${state.page + 1} of ${pages}`;
  byId("pages").hidden = pages === 1;
  byId("previous").disabled = state.page === 0;
  byId("next").disabled = state.page + 1 >= pages;
  for (const th of byId("head").children) {
    if (!th.dataset.key) continue;
    th.setAttribute("aria-sort", th.dataset.key !== state.key ? "none" : state.down ? "descending" : "ascending");
  }
}

function refresh() { state.page = 0; select(); draw(); }

// One click sorts, a second turns round, a third restores the order of the report.
function sortBy(column) {
  const first = Boolean(column.downFirst);
  if (state.key !== column.key) { state.key = column.key; state.down = first; }
  else if (state.down === first) state.down = !first;
  else state.key = "";
  refresh();
}

function turn(step) { state.page += step; draw(); byId("results").scrollIntoView(); }

function start() {
  document.body.classList.toggle("text", data.withText);
  byId("head").append(element("th", { class: "plain" }, element("span", { class: "hidden" }, "Details")), ...columns.map((column) => {
    const th = element("th", { scope: "col", class: column.number ? "number" : column.key ? "" : "plain", "data-key": column.key });
    th.append(column.key ? element("button", { type: "button", onclick: () => sortBy(column) }, column.name) : column.name);
    return th;
  }));
  byId("legend").append(...data.groups.map((name, place) => {
    const swatch = element("span", { class: "swatch" });
    swatch.style.background = `var(--g${place % 12})`;
    return element("li", {}, swatch, name);
  }));
  byId("facts").append(...data.facts.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))));
  let waiting = 0;
  byId("search").addEventListener("input", (event) => {
    state.query = event.target.value;
    clearTimeout(waiting);
    waiting = setTimeout(refresh, rows.length > 2000 ? 120 : 0);
  });
  byId("scope").addEventListener("change", (event) => { state.scope = event.target.value; refresh(); });
  byId("controls").addEventListener("change", (event) => {
    if (event.target.name === "bars") { state.bars = event.target.value; draw(); }
  });
  byId("controls").addEventListener("submit", (event) => event.preventDefault());
  byId("controls").addEventListener("reset", () => { Object.assign(state, { query: "", scope: "all", bars: "plain", key: "" }); refresh(); });
  byId("previous").addEventListener("click", () => turn(-1));
  byId("next").addEventListener("click", () => turn(1));
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|SELECT)$/.test(document.activeElement.tagName)) { event.preventDefault(); byId("search").focus(); }
  });
  refresh();
}

start();
