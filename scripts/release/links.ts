/** Adapts the links between the documents of a release, so that each leads to a file of the release. */
import { posix } from 'node:path';

/** Matches a link: text, address without its anchor, anchor. Does not match links within a page or to other sites. */
const LINK = /\[([^\]]*)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)/g;

/** Returns the text of a page of this folder, with links that lead to the same files from the root. */
export function fromTheRoot(text: string, folder: string): string {
  return text.replaceAll(LINK, (_, words: string, to: string, anchor = '') => {
    return `[${words}](${posix.join(folder, to)}${anchor})`;
  });
}

/** Replaces a link to a file that only a checkout has by the text of the link. */
export function withoutDeadLinks(text: string, path: string, paths: readonly string[]): string {
  const isThere = (to: string) => paths.some((each) => each === to || each.startsWith(`${to}/`));
  return text.replaceAll(LINK, (link, words: string, to: string) =>
    isThere(posix.join(posix.dirname(path), to)) ? link : words,
  );
}
