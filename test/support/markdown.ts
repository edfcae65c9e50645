/** Pages in Markdown, as GitHub shows them: what they link to, and which places they have. */
import { posix } from 'node:path';

export interface Link {
  /** Of the page that is linked to, from the root; a folder has none behind it. */
  path: string;
  /** Without its sign; empty where the link leads to the whole page. */
  anchor: string;
}

/** Links within the repository, of the page at this path. */
export function linksOf(text: string, path: string): Link[] {
  const links = prose(text).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g);
  return Array.from(links, ([, to = '', anchor = '']) => ({
    path: to === '' ? path : posix.join(posix.dirname(path), to).replace(/\/$/, ''),
    anchor,
  }));
}

/** The anchors of its titles. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, title = ''] of text.replaceAll(FENCED, '').matchAll(/^#{1,6} +(.+)$/gm)) {
    const slug = title
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let i = 1; anchors.has(anchor); i += 1) anchor = `${slug}-${i}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** What can neither be a title nor a link. */
const FENCED = /^ *```[\s\S]*?^ *```$/gm;

function prose(text: string): string {
  return text.replaceAll(FENCED, '').replaceAll(/`[^`\n]*`/g, '');
}
