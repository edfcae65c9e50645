/** What the code of the server may say, and where; `imports.test.ts` has what it may import. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KINDS } from '../../server/kinds.ts';
import { ROOT, sourcesIn } from '../support/sources.ts';

const server = sourcesIn('server').map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8'),
}));
const kindFolders = KINDS.map(({ path }) => `server/${path}/`);

describe('the server', () => {
  it('lets the kernel of runs name no resource', () => {
    const words = /\b(models?|prompts?|tokens?|conversations?|tools?|jobs?)\b/i;
    const wrong = server
      .filter(({ path }) => /^server\/runs\/[^/]+$/.test(path))
      .filter(({ text }) => words.test(text))
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  it('names a kind of runs only in its folder, in what it runs in, and in the lists of kinds', () => {
    const own = new RegExp(
      `^server/(compose/)?kinds\\.ts$|^server/(sandbox|platform/db/embedded)/|^(${kindFolders.join('|')})`,
    );
    const names = KINDS.flatMap(({ kind, operations, pages, path }) => [
      `\\b${kind}\\b`,
      `'${path}'`,
      ...Object.values(operations).map((id) => `'${id}'`),
      ...[pages.list, pages.get, pages.cancel, pages.lookUp].map((id) => `'${id}'`),
    ]);
    const named = new RegExp(names.join('|'));
    const wrong = server.filter(({ path, text }) => !own.test(path) && named.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('reads the environment in one place', () => {
    const readers = server
      .filter(({ text }) => text.includes('process.env'))
      .map(({ path }) => path);
    expect(readers).toEqual(['server/platform/config/index.ts']);
  });

  it('keeps SQL in stores and in the database layer', () => {
    const wrong = server
      .filter(({ path, text }) =>
        text.includes('.query(') || text.includes('.query<')
          ? !/(^server\/platform\/db\/|store\.ts$)/.test(path)
          : false,
      )
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  it('lets stores give the database parameters, never text put together from values', () => {
    const stores = server.filter(({ path }) => path.endsWith('store.ts'));
    const pieces = stores.flatMap(({ path, text }) =>
      [...text.matchAll(/\$\{([^}]*)\}/g)].map((match) => `${path}: ${match[1]}`),
    );
    expect(pieces.filter((piece) => !/: [A-Z_]+$/.test(piece))).toEqual([]);
  });
});
