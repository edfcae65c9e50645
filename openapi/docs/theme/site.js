import { copyCode, followLanguage } from './code.js';
import { appearing, openSearch } from './search.js';

followLanguage();
copyCode();

/** The folder of the documentation: the first page has its address, and the others are one folder below. */
const folder = new URL(
  document.body.classList.contains('first') ? location.pathname.replace(/\/?$/, '/') : '../',
  location.href,
);

openSearch({
  load: () =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = new URL('files/search.js', folder);
      script.onload = () => resolve(globalThis.searchEntries);
      script.onerror = () => reject(new Error('The index of the search could not be loaded.'));
      document.head.append(script);
    }),
  async goTo({ at }) {
    const target = new URL(at, folder);
    const isHere = target.pathname === location.pathname;
    location.assign(target);
    if (!isHere) return;
    const id = decodeURIComponent(target.hash).replace(/^#\/?/, '');
    // What is not seen yet may not be rendered yet.
    const place = await appearing(() => document.getElementById(id));
    place?.scrollIntoView();
  },
});
