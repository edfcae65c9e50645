/**
 * The crash matrix: a real process is killed at every seam, and nothing that was promised is lost, sent twice
 * or charged twice. `CRASH_ROUNDS` says how often each seam is played; the table at the end says what came
 * of the runs.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playRound } from './round.ts';
import { SEAMS, SEAMS_OF_CANCELS, SEAMS_OF_OWN_RUNS } from './seams.ts';
import { openWorld, type World } from './world.ts';

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1);

describe.each([
  { what: 'the worker carries out all runs', seams: SEAMS, settings: {} },
  { what: 'every run is cancelled', seams: SEAMS_OF_CANCELS, settings: {} },
  {
    what: 'the API carries out its own runs',
    seams: SEAMS_OF_OWN_RUNS,
    // A lease that a busy machine lets end leaves all runs to the worker.
    settings: { SERVE_CARRIES_OUT: 'on', LEASE_MS: '3000' },
  },
])('$what', ({ seams, settings }) => {
  let world: World;
  const table: Record<string, Record<string, number>> = {};
  beforeAll(async () => {
    world = await openWorld(settings);
  });
  afterAll(async () => {
    console.table(table);
    await world?.close();
  });

  it.each(seams)(
    'killed $name: it keeps what it promised',
    {
      timeout: ROUNDS * 180_000,
    },
    async (seam) => {
      const row: Record<string, number> = { rounds: 0 };
      table[seam.name] = row;
      for (let round = 0; round < ROUNDS; round++) {
        const { endings, faults } = await playRound(
          world,
          seam,
          `${seam.name}-${round}`.replaceAll(/\W/g, '-'),
        );
        expect(faults).toEqual([]);
        row.rounds! += 1;
        for (const [ending, count] of Object.entries(endings))
          row[ending] = (row[ending] ?? 0) + count;
      }
    },
  );
});
