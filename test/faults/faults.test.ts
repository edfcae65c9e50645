/**
 * The fault matrix: whatever the upstream does, to one run and to many at once, the run ends as the table says, with
 * the money in the table, and is sent as often as the table says.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLAYS_ALL } from '../fuzz/seed.ts';
import { faultsInBooks } from '../support/books.ts';
import { type AnyKind, KINDS, kindsOfTurn, TOOL_RUNS } from '../support/kinds.ts';
import { balances, type Run } from '../support/model-runs.ts';
import { COST, FAULTS, type Fault } from './faults.ts';
import { type Fixtures, MONEY, openFixtures, type Played } from './fixtures.ts';
import { wireOf } from './wires.ts';

const COUNTS = [1, PLAYS_ALL ? 50 : 20];
const LANES = 8;

/** Each fault with one kind that can meet it, the next fault with the next kind. */
function faultsOf(kind: AnyKind): Fault[] {
  const faults = FAULTS.filter(({ of }, i) => {
    const kinds = KINDS.filter(({ name }) => of === undefined || of.includes(name));
    return kindsOfTurn(i, kinds).includes(kind);
  });
  return faults.map(({ endsTool, ...fault }) => ({
    ...fault,
    ends: (kind.kind === TOOL_RUNS.kind && endsTool) || fault.ends,
  }));
}

describe.each(KINDS)('with $name,', (kind) => {
  const faults = faultsOf(kind);
  const { listPrice } = wireOf(kind);
  let fixtures: Fixtures;
  const playing = new Map<string, PromiseWithResolvers<Played>>();
  const table: Record<string, Record<string, unknown>> = {};

  beforeAll(async () => {
    fixtures = await openFixtures(faults, kind);
    const plays = COUNTS.flatMap((count) => faults.map((fault) => ({ fault, count })));
    const next = plays.values();
    // Not all at once: the tests do not measure how slow a busy machine is.
    for (let lane = 0; lane < LANES; lane++) void playInTurn(next);
    return fixtures.close;
  });
  afterAll(() => console.table(table));

  describe.each(faults)('$name', (fault) => {
    it.each(COUNTS)(
      'of %i at once ends as documented, with the documented money',
      async (count) => {
        const { principal, runs, posts, mostBytes } = await resultOf(fault, count).promise;
        const { as, shows = {}, lacks } = fault.ends;
        expect(runs.map(endingOf)).toEqual(runs.map(() => as));
        expect(posts).toEqual(runs.map(() => fault.ends.posts ?? 1));
        expect(mostBytes).toBeLessThan(10_000_000);
        for (const run of runs) {
          expect(run).toMatchObject(shows);
          if (lacks) expect(run).not.toHaveProperty(lacks);
          expect(run.chargedAmount ?? 0).toBe(chargeOf(fault, run, listPrice));
        }
        const charged = runs.reduce((sum, run) => sum + chargeOf(fault, run, listPrice), 0);
        expect(await balances(fixtures.t.db, principal.workspace)).toMatchObject([
          { available: MONEY - charged, held: 0, spent: charged, pending: 0 },
        ]);
        expect(await lossesOf(principal.workspace)).toEqual(lossesExpected(fault, runs));
        table[fault.name] = rowOf(fault);
      },
    );
  });

  it('leaves clean books', async () => {
    expect(await faultsInBooks(fixtures.t.db, { fromTheStart: true })).toEqual([]);
  });

  async function playInTurn(plays: Iterator<{ fault: Fault; count: number }>): Promise<void> {
    for (let play = plays.next(); !play.done; play = plays.next()) {
      const { fault, count } = play.value;
      const result = resultOf(fault, count);
      await fixtures.play(fault, count).then(result.resolve, result.reject);
    }
  }

  function resultOf({ name }: Fault, count: number): PromiseWithResolvers<Played> {
    const key = `${name} ${count}`;
    const known = playing.get(key) ?? Promise.withResolvers<Played>();
    playing.set(key, known);
    return known;
  }

  async function lossesOf(workspace: string): Promise<number[]> {
    const rows = await fixtures.t.db.query<{ amount: number }>(
      "select amount from ledger_entry where workspace = $1 and kind = 'loss'",
      [workspace],
    );
    return rows.map(({ amount }) => amount);
  }
});

function rowOf({ ends }: Fault): Record<string, unknown> {
  const { as, charged = 'nothing', loss = 'nothing', posts = 1 } = ends;
  return { runs: COUNTS.join(' + '), 'each sent': posts, 'ended as': as, charged, lost: loss };
}

function endingOf({ state, error }: Run): string {
  return error?.code ?? state;
}

function chargeOf({ ends }: Fault, { reservedAmount }: Run, listPrice: number): number {
  switch (ends.charged) {
    case 'cost':
      return COST + Math.ceil(COST * 0.05);
    case 'list price':
      return listPrice + Math.ceil(listPrice * 0.05);
    case 'hold':
      return reservedAmount;
    default:
      return 0;
  }
}

function lossesExpected({ ends }: Fault, runs: Run[]): number[] {
  if (ends.loss === undefined) return [];
  return runs.map(({ reservedAmount }) =>
    ends.loss === 'cost' ? COST : 500_000_000 - reservedAmount,
  );
}
