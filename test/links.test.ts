/** Every link between the pages of the repository has a target, in a checkout and in a release. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../scripts/fingerprint.ts';
import { entriesOf } from '../scripts/release/contents.ts';
import { anchorsOf, linksOf } from './support/markdown.ts';

/** Pages are built from openapi/docs, and their own tests follow the links. */
const ELSEWHERE = /(?:^|\/)node_modules$|^openapi\/docs$/;

const pages = new Map(
  globSync('**/*.md', { cwd: root, exclude: (path) => ELSEWHERE.test(path) }).map((path) => [
    path,
    readFileSync(join(root, path), 'utf8'),
  ]),
);
const released = entriesOf({});
const releasedPages = new Map(
  released
    .filter(({ path }) => path.endsWith('.md'))
    .map(({ path, content }) => [path, String(content)]),
);

/** Each as the page that contains it and its target. */
function brokenLinks(all: Map<string, string>, isThere: (path: string) => boolean): string[] {
  return [...all].flatMap(([page, text]) =>
    linksOf(text, page)
      .filter(({ path, anchor }) => {
        if (!isThere(path)) return true;
        return anchor !== '' && !anchorsOf(all.get(path) ?? '').has(anchor);
      })
      .map(({ path, anchor }) => `${page}: ${path}#${anchor}`),
  );
}

/** Paths below the server, from the root or from its folder, in the pages about the code. */
const CODE_PATH = /`(?:server\/)?((?:[\w-]+\/)+[\w-]+\.(?:ts|sql|md))`/g;

it.each(['server/ARCHITECTURE.md', 'CONTRIBUTING.md'])(
  '%s names only files that are there',
  (page) => {
    const folders = ['', 'server', 'client', 'client/dashboard/src'];
    const paths = [...pages.get(page)!.matchAll(CODE_PATH)].map((match) => match[1]!);
    const gone = paths.filter((path) =>
      folders.every((folder) => !statSync(join(root, folder, path), { throwIfNoEntry: false })),
    );
    expect(paths.length).toBeGreaterThan(20);
    expect(gone).toEqual([]);
  },
);

describe('every link leads to a file and a title that are there', () => {
  it('in a checkout', () => {
    const isThere = (path: string) =>
      statSync(join(root, path), { throwIfNoEntry: false }) !== undefined;
    expect(pages.size).toBeGreaterThan(30);
    expect([...pages].flatMap(([page, text]) => linksOf(text, page)).length).toBeGreaterThan(100);
    expect(brokenLinks(pages, isThere)).toEqual([]);
  });

  it('in a release', () => {
    const isThere = (path: string) =>
      released.some((entry) => entry.path === path || entry.path.startsWith(`${path}/`));
    expect([...releasedPages.keys()]).toEqual(
      expect.arrayContaining(['README.md', 'SECURITY.md', 'server/deploy/CONFIGURATION.md']),
    );
    expect(brokenLinks(releasedPages, isThere)).toEqual([]);
  });

  it('and one that leads nowhere is found', () => {
    const all = new Map([
      ['a.md', '# One title\n\n[b](docs/b.md#two)\n```\n[code](nowhere.md)\n```\n'],
      ['docs/b.md', '## Two\n## Two\n[a](../a.md#one-title) [c](c.md) [d](#two-1) [e](#three)\n'],
    ]);
    expect(brokenLinks(all, (path) => all.has(path))).toEqual([
      'docs/b.md: docs/c.md#',
      'docs/b.md: docs/b.md#three',
    ]);
  });
});
