// Pieces of code: those in several languages are shown in the one that the reader has chosen last, and each can be copied.
const KEPT_AS = 'docs.language';

function kept() {
  try {
    return localStorage.getItem(KEPT_AS);
  } catch {
    // Nothing can be kept for a page that was opened as a file in some browsers.
    return null;
  }
}

function keep(language) {
  try {
    localStorage.setItem(KEPT_AS, language);
  } catch {
    // It holds for as long as the page is open.
  }
}

export function followLanguage() {
  document.documentElement.dataset.code = kept() ?? 'sh';
  document.addEventListener('click', ({ target }) => {
    const button = target.closest?.('[data-choose]');
    if (!button) return;
    const { choose } = button.dataset;
    const block = button.closest('pre');
    const before = block.getBoundingClientRect().top;
    document.documentElement.dataset.code = choose;
    keep(choose);
    const shown = siblingIn(block, choose);
    // Pieces above have changed their height, and the reader looks at this one.
    scrollBy({ top: shown.getBoundingClientRect().top - before, behavior: 'instant' });
    shown.querySelector(`[data-choose="${choose}"]`).focus({ preventScroll: true });
  });
}

/** The piece that says the same: those of one row follow each other in the order that each of them names. */
function siblingIn(block, language) {
  const among = block.dataset.among.split(' ');
  const all = [...document.querySelectorAll('pre.choice')];
  const first = all.indexOf(block) - among.indexOf(block.dataset.code);
  return all[first + among.indexOf(language)];
}

/** One listener for all: the blocks come and go as a page of the renderer is read. */
export function copyCode() {
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
}
