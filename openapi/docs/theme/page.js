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
