/** Links between the pages of a release: they lead to what it has. */
import { posix } from 'node:path';

/** Text, address without its anchor, anchor. Links to a place of the same page and to other sites are none. */
const LINK = /\[([^\]]*)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)/g;

/** The text of a page of this folder, with links that lead to the same places from the root. */
export function fromTheRoot(text: string, folder: string): string {
  return text.replaceAll(LINK, (_, words: string, to: string, anchor = '') => {
    return `[${words}](${posix.join(folder, to)}${anchor})`;
  });
}

/** What only a checkout has is named, and no link. */
export function withoutDeadLinks(text: string, path: string, paths: readonly string[]): string {
  const isThere = (to: string) => paths.some((each) => each === to || each.startsWith(`${to}/`));
  return text.replaceAll(LINK, (link, words: string, to: string) =>
    isThere(posix.join(posix.dirname(path), to)) ? link : words,
  );
}
