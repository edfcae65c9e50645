/** The lines of two versions next to each other. */
import { expect, it } from 'vitest';
import { rowsOf } from '../../client/dashboard/src/pages/prompts/lines.ts';

type Blocks = Parameters<typeof rowsOf>[0];

const numbered = (count: number, word = 'line') =>
  Array.from({ length: count }, (_, i) => `${word} ${i + 1}\n`).join('');
const wordsOf = (blocks: Blocks) =>
  rowsOf(blocks).map(({ before, after, folded }) => folded ?? `${before ?? ''}|${after ?? ''}`);

it('puts an added line next to the removed line that it replaces', () => {
  const blocks: Blocks = [
    { kind: 'removed', text: 'a\nb\n' },
    { kind: 'added', text: 'c\n' },
    { kind: 'same', text: 'd\n' },
    { kind: 'added', text: '\ne\n' },
  ];
  expect(wordsOf(blocks)).toEqual(['a|c', 'b|', 'd|d', '|', '|e']);
  const [empty] = rowsOf([{ kind: 'added', text: '\n' }]);
  expect(empty).toEqual({ at: 0, after: '' });
});

it('folds what is the same, but for three lines around what changed', () => {
  const changed = { kind: 'added', text: 'new\n' } as const;
  const same = { kind: 'same', text: numbered(10) } as const;
  const [first, last] = [
    [1, 2, 3],
    [8, 9, 10],
  ].map((all) => all.map((i) => `line ${i}|line ${i}`)) as [string[], string[]];
  expect(wordsOf([changed, same, changed])).toEqual(['|new', ...first, 4, ...last, '|new']);
  expect(wordsOf([same, changed])).toEqual([7, ...last, '|new']);
  expect(wordsOf([changed, same])).toEqual(['|new', ...first, 7]);
});

it('folds no single line', () => {
  const changed = { kind: 'added', text: 'new\n' } as const;
  const rows = rowsOf([changed, { kind: 'same', text: numbered(7) }, changed]);
  expect(rows).toHaveLength(9);
  expect(rows.filter(({ folded }) => folded !== undefined)).toEqual([]);
});
