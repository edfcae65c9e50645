// Searches the guides, errors, states and the reference. The index is made of the entries when somebody searches for the
// first time.
import MiniSearch from 'minisearch';

const MOST_RESULTS = 24;
const SNIPPET = 150;

/** Words as they stand, and the parts of `names_like_this` and `namesLikeThis`. */
function wordsOf(text) {
  return (text.match(/[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu) ?? []).flatMap((word) => {
    const parts = word.split(/[-_]|(?<=[a-z\d])(?=[A-Z])/).filter((part) => part !== '');
    return parts.length > 1 ? [word.replaceAll('-', ''), ...parts] : [word];
  });
}

/** As somebody types them: a name is one word. */
function asked(query) {
  return query.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** One form for singular and plural. */
function formOf(word) {
  const lower = word.toLowerCase();
  return lower.length > 3 ? lower.replace(/(?<=[^s])s$/, '') : lower;
}

const WEIGHTS = { Guide: 2.2, Part: 1.2, Error: 1.2, State: 1.4, Operation: 1, Webhook: 0.8 };

export function createIndex(entries) {
  const index = new MiniSearch({
    fields: ['title', 'name', 'of', 'text', 'words'],
    tokenize: wordsOf,
    processTerm: formOf,
    searchOptions: {
      tokenize: asked,
      boost: { title: 8, of: 1.5, words: 0.5 },
      weights: { fuzzy: 0.15, prefix: 0.5 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boostDocument: (id) => WEIGHTS[entries[id].kind] ?? 1,
    },
  });
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return (query) => {
    const all = index.search(query, { combineWith: 'AND' });
    const found = all.length > 0 ? all : index.search(query);
    return found
      .map(({ id, score, terms }) => ({
        entry: entries[id],
        terms,
        score: score * closeness(entries[id], query),
      }))
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_RESULTS);
  };
}

/** Whoever types a title, or the name of an operation, means it. */
function closeness({ title, name = '' }, query) {
  if (name.toLowerCase() === query.toLowerCase()) return 8;
  const [said, wanted] = [title, query].map((text) => wordsOf(text).map(formOf).join(' '));
  if (said === wanted) return 4;
  return said.startsWith(wanted) ? 1.6 : 1;
}

/** The part of a text around the first of the terms. */
export function snippetOf(text, terms) {
  const first = patternOf(terms)?.exec(text)?.index ?? 0;
  if (text.length <= SNIPPET) return text;
  const begin = first < 60 ? 0 : text.indexOf(' ', first - 50) + 1;
  const cut = text.slice(begin, begin + SNIPPET);
  const end = begin + SNIPPET < text.length ? `${cut.slice(0, cut.lastIndexOf(' '))} …` : cut;
  return begin > 0 ? `… ${end}` : end;
}

function patternOf(terms) {
  const words = terms.map((term) => term.replaceAll(/[^\p{L}\p{N}_]/gu, '')).filter(Boolean);
  if (words.length === 0) return undefined;
  words.sort((a, b) => b.length - a.length);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'giu');
}

/** The text as nodes, with the terms marked. */
function marked(text, terms) {
  const pattern = patternOf(terms);
  if (!pattern) return [text];
  const nodes = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(pattern)) {
    const mark = document.createElement('mark');
    mark.textContent = word;
    nodes.push(text.slice(end, index), mark);
    end = index + word.length;
  }
  return [...nodes, text.slice(end)];
}

/** `load` returns the entries, or a promise of them; `goTo` opens one. */
export function openSearch({ load, goTo }) {
  const dialog = document.getElementById('search');
  const input = dialog.querySelector('input');
  const list = dialog.querySelector('[role="listbox"]');
  const status = dialog.querySelector('[role="status"]');
  let guides = [];
  let find;
  let shown = [];
  let active = -1;

  async function show() {
    if (dialog.open) return input.select();
    dialog.showModal();
    input.select();
    if (find) return update();
    status.textContent = 'Loading …';
    try {
      const entries = await load();
      guides = entries.filter(({ kind }) => kind === 'Guide');
      find = createIndex(entries);
      update();
    } catch (error) {
      status.textContent = error.message;
    }
  }

  function update() {
    if (!find) return;
    const query = input.value.trim();
    const found = query === '' ? guides.map((entry) => ({ entry, terms: [] })) : find(query);
    shown = found;
    list.replaceChildren(...found.map(optionOf));
    list.hidden = found.length === 0;
    list.scrollTop = 0;
    input.setAttribute('aria-expanded', String(found.length > 0));
    status.textContent = sentenceFor(query, found.length);
    choose(query === '' ? -1 : 0);
  }

  function choose(next) {
    list.children[active]?.setAttribute('aria-selected', 'false');
    active = Math.min(next, shown.length - 1);
    const option = list.children[active];
    if (!option) return input.removeAttribute('aria-activedescendant');
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', option.id);
  }

  function take(option = shown[active]) {
    if (!option) return;
    dialog.close();
    goTo(option.entry);
  }

  dialog.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && shown.length > 0) choose((active + step + shown.length) % shown.length);
    else if (event.key === 'Enter' && !event.isComposing && event.target === input) take();
    else return;
    event.preventDefault();
  });
  input.addEventListener('input', update);
  list.addEventListener('click', ({ target }) => {
    const option = target.closest('[role="option"]');
    if (option) take(shown[[...list.children].indexOf(option)]);
  });
  list.addEventListener('mousemove', ({ target }) => {
    const at = [...list.children].indexOf(target.closest('[role="option"]'));
    if (at >= 0 && at !== active) choose(at);
  });
  // What is outside of its content is the backdrop.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || target.closest('[data-close]')) dialog.close();
  });
  listen(show);
}

/** Opens by the button, by the renderer's own field in the menu, by `/` and by Ctrl-K. */
function listen(show) {
  const take = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    show();
  };
  addEventListener(
    'click',
    (event) => {
      if (event.target.closest?.('#search-open, [data-testid="search-trigger"]')) take(event);
    },
    { capture: true },
  );
  addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isCommand = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isText(target);
      if (isCommand || isSlash) take(event);
    },
    { capture: true },
  );
}

function isText(target) {
  return target.closest?.('input, textarea, select, [contenteditable]') != null;
}

/** What is not seen yet may not be rendered yet. */
export async function appearing(find) {
  for (let frame = 0; frame < 120; frame++) {
    const found = find();
    if (found) return found;
    await new Promise(requestAnimationFrame);
  }
  return undefined;
}

function sentenceFor(query, count) {
  if (query === '') return 'Guides';
  if (count === 0)
    return `Nothing has “${query}”. Try another word, or the name of a member or a code.`;
  return count === 1 ? '1 result' : `${count}${count === MOST_RESULTS ? ' best' : ''} results`;
}

function optionOf({ entry, terms }, i) {
  const option = element('li', { role: 'option', id: `found-${i}`, 'aria-selected': 'false' });
  const head = element('span', { class: 'head' });
  const title = element('span', { class: 'title' });
  title.append(...marked(entry.title, terms));
  head.append(title);
  const kind = element('span', { class: `kind ${entry.kind.toLowerCase()}` });
  kind.textContent = entry.kind === 'Part' ? 'Guide' : entry.kind;
  head.append(kind);
  option.append(head);
  if (entry.kind !== 'Guide') {
    const of = element('span', { class: 'of' });
    of.textContent = entry.of;
    option.append(of);
  }
  const text = element('span', { class: 'text' });
  text.append(...marked(snippetOf(entry.text, terms), terms));
  option.append(text);
  return option;
}

function element(name, attributes) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}
