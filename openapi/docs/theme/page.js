import { followLanguage } from './languages.js';
import { openSearch } from './search.js';

followLanguage();

openSearch({
  dialog: document.getElementById('search'),
  /** By the button, by the renderer's own field in the menu, by `/` and by Ctrl-K. */
  open(show) {
    addEventListener(
      'click',
      (event) => {
        if (!event.target.closest?.('#search-open, [data-testid="search-trigger"]')) return;
        take(event, show);
      },
      { capture: true },
    );
    addEventListener(
      'keydown',
      (event) => {
        const { key, ctrlKey, metaKey, altKey, target } = event;
        const isCommand = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';
        const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isText(target);
        if (isCommand || isSlash) take(event, show);
      },
      { capture: true },
    );
  },
  async goTo({ at, row }) {
    if (location.hash !== `#/${at}`) location.hash = `#/${at}`;
    const place = await appearing(() => document.getElementById(at));
    if (row === undefined) {
      place?.scrollIntoView();
      return;
    }
    const found = await appearing(() => rowOf(place, row));
    found?.scrollIntoView({ block: 'center' });
    found?.classList.add('found');
  },
});

function take(event, show) {
  event.preventDefault();
  event.stopImmediatePropagation();
  show();
}

function isText(target) {
  return target.closest?.('input, textarea, select, [contenteditable]') != null;
}

/** What is not seen yet may not be rendered yet. */
async function appearing(find) {
  for (let frame = 0; frame < 120; frame++) {
    const found = find();
    if (found) return found;
    await new Promise(requestAnimationFrame);
  }
  return undefined;
}

/** The row of a table in the part of the page that begins with the place. */
function rowOf(place, name) {
  const part = place?.closest('[data-section-id]') ?? place?.parentElement;
  return [...(part?.querySelectorAll('tr') ?? [])].find(
    (row) => row.cells[0]?.textContent.trim() === name,
  );
}

// Copies a block of code. One listener for all: the blocks come and go as the page is read.
document.addEventListener('click', (event) => {
  const button = event.target.closest?.('[data-copy]');
  const code = button?.closest('pre')?.querySelector('code')?.textContent;
  if (code === undefined) return;
  const say = (text) => {
    button.textContent = text;
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  };
  const byHand = () => {
    const area = document.createElement('textarea');
    area.value = code;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    say(done ? 'Copied' : 'Press Ctrl+C');
  };
  // Not there on a page that came over plain HTTP.
  if (navigator.clipboard === undefined) byHand();
  else navigator.clipboard.writeText(code).then(() => say('Copied'), byHand);
});
