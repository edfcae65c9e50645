/** One line of the wallet for each run, whatever it did in the ledger. */
import { expect, it } from 'vitest';
import { movementsOf, settledOf } from '../../client/dashboard/src/pages/wallet/movements.ts';

type Entry = Parameters<typeof movementsOf>[0][number];

let id = 0;
const entry = (kind: string, amount: number, runId?: string): Entry => {
  id += 1;
  const direction = { hold: 'out', release: 'in', top_up: 'in' }[kind] ?? 'none';
  const run = runId === undefined ? {} : { runId };
  return { ...{ id: String(id), kind, amount, direction }, ...run } as unknown as Entry;
};

it('shows what a run was charged, and keeps its entries together at its newest one', () => {
  const entries = [
    entry('release', 60, 'run_1'),
    entry('top_up', 500),
    entry('fee', 2, 'run_1'),
    entry('capture', 38, 'run_1'),
    entry('hold', 100, 'run_1'),
  ];
  const [run, credit, ...rest] = movementsOf(entries);
  expect(run).toMatchObject({ runId: 'run_1', amount: 40, direction: 'out' });
  expect(run!.entries.map(({ kind }) => kind)).toEqual(['release', 'fee', 'capture', 'hold']);
  expect(credit).toMatchObject({ amount: 500, direction: 'in', words: 'top_up' });
  expect(rest).toEqual([]);
});

it('leaves out what moved no money for good: holds, and runs that were not charged', () => {
  const entries = [
    entry('hold', 100, 'run_2'),
    entry('release', 100, 'run_3'),
    entry('hold', 100, 'run_3'),
    entry('top_up', 500),
  ];
  expect(settledOf(movementsOf(entries))).toMatchObject([{ words: 'top_up', amount: 500 }]);
});

it('shows the stored bytes of a day as one line, with what they cost', () => {
  const reference = '2026-07-13';
  const page = [
    { ...entry('storage', 70), reference },
    { ...entry('hold', 70), reference },
  ];
  expect(movementsOf(page)).toMatchObject([{ amount: 70, direction: 'out', words: 'storage' }]);
});

it('shows the charge of a run whose hold is on the next page', () => {
  const page = [
    entry('release', 60, 'run_4'),
    entry('fee', 2, 'run_4'),
    entry('capture', 38, 'run_4'),
  ];
  expect(movementsOf(page)).toMatchObject([{ amount: 40, direction: 'out' }]);
});
