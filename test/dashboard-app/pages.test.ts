/** The table of pages: what routes, menus and titles are made from. */
import { expect, it } from 'vitest';
import { OUTER_PAGES, PAGES } from '../support/page-table.ts';

const all = [...PAGES, ...OUTER_PAGES];

it.each(['path', 'title'] as const)('gives every page a %s of its own', (member) => {
  const values = all.map((page) => page[member]);
  expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
});

it('leads to every page that needs no parameter by a menu', () => {
  const hidden = PAGES.filter(({ menu }) => menu === undefined).map(({ path }) => path);
  expect(hidden.filter((path) => !path.includes(':'))).toEqual([]);
});
