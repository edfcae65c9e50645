/** Pages in Markdown, as GitHub shows them: their links and their anchors. */
import { posix } from 'node:path';

interface Link {
  /** The path of the linked page from the root, without a trailing slash for a folder. */
  path: string;
  /** Without `#`; empty if the link leads to the whole page. */
  anchor: string;
}

/** The links of the page at this path to pages of the repository. */
export function linksOf(text: string, path: string): Link[] {
  const links = prose(text).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g);
  return Array.from(links, ([, to = '', anchor = '']) => ({
    path: to === '' ? path : posix.join(posix.dirname(path), to).replace(/\/$/, ''),
    anchor,
  }));
}

/** The anchors of its headings. */
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

/** Code blocks, which contain neither headings nor links. */
const FENCED = /^ *```[\s\S]*?^ *```$/gm;

function prose(text: string): string {
  return text.replaceAll(FENCED, '').replaceAll(/`[^`\n]*`/g, '');
}
