import { copyCode, followLanguage } from './code.js';
import { appearing, openSearch } from './search.js';

followLanguage();
copyCode();

openSearch({
  load: () => JSON.parse(document.getElementById('entries').textContent),
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

/** The row of a table in the part of the page that begins with the place. */
function rowOf(place, name) {
  const part = place?.closest('[data-section-id]') ?? place?.parentElement;
  return [...(part?.querySelectorAll('tr') ?? [])].find(
    (row) => row.cells[0]?.textContent.trim() === name,
  );
}
