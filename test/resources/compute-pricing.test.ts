/** What the processors of a job cost: by the clock that its saved terms name. */
import { expect, it } from 'vitest';
import { factsOf, holdOf, listAmountOf, type Terms } from '../../server/compute-jobs/pricing.ts';

const WALL: Terms = {
  pricing: { perJob: '0.0001', perCpuSecond: '0.000014', perGibSecond: '0.0000045' },
  ...{ timeoutMs: 60_000, cpuMillis: 500, memoryMb: 1_024 },
};
const PROCESSOR: Terms = { ...WALL, billedTime: 'processor' };
const START = 100_000;
const MEMORY_PER_MS = 4.5;
const SCALE = 9;

function chargeOf(terms: Terms, measured: { billableMs: number; cpuMs?: number }) {
  const at = new Date();
  const { usage } = factsOf(
    {
      ending: {
        ...{ result: 'exited', startedAt: at, endedAt: at, ...measured, artifacts: [] },
        logs: { stdoutBytes: 0, stderrBytes: 0, truncated: false },
      },
    },
    terms,
  );
  return { usage, amount: listAmountOf(terms, usage!, SCALE) };
}

it('code that works pays for its processor time, and for its memory', () => {
  expect(chargeOf(PROCESSOR, { billableMs: 10_000, cpuMs: 501 })).toEqual({
    usage: { billableMs: 10_000, cpuMs: 501, billedTime: 'processor' },
    amount: START + 14 * 501 + MEMORY_PER_MS * 10_000,
  });
});

it('code that sleeps pays for a tenth of the processors that it reserves, and for its memory', () => {
  expect(chargeOf(PROCESSOR, { billableMs: 10_000, cpuMs: 20 })).toEqual({
    usage: { billableMs: 10_000, cpuMs: 20, billedTime: 'processor' },
    amount: START + 14 * 500 + MEMORY_PER_MS * 10_000,
  });
});

it.each([
  [1, 1],
  [30, 3],
  [31, 4],
])('a tenth of %i thousandths of a processor is %i of them', (cpuMillis, charged) => {
  const pricing = { perJob: '0', perCpuSecond: '1', perGibSecond: '0' };
  const terms = { ...PROCESSOR, cpuMillis, pricing };
  expect(chargeOf(terms, { billableMs: 1, cpuMs: 0 }).amount).toBe(charged * 1_000);
});

it('a job whose terms name no clock is billed by the wall clock, as was agreed', () => {
  expect(chargeOf(WALL, { billableMs: 10_000, cpuMs: 20 })).toEqual({
    usage: { billableMs: 10_000, cpuMs: 20, billedTime: 'wall' },
    amount: START + 14 * 5_000 + MEMORY_PER_MS * 10_000,
  });
});

it('processor time that nobody measured is not invented: the job pays for a tenth of its processors', () => {
  expect(chargeOf(PROCESSOR, { billableMs: 10_000 })).toEqual({
    usage: { billableMs: 10_000, billedTime: 'processor' },
    amount: START + 14 * 500 + MEMORY_PER_MS * 10_000,
  });
});

it('no clock of an engine takes a charge above the hold or below the start', () => {
  const rates = { feeBasisPoints: 0, scale: SCALE };
  for (const terms of [WALL, PROCESSOR]) {
    const most = chargeOf(terms, { billableMs: 1e9, cpuMs: 1e9 });
    expect(most.amount).toBe(holdOf(terms, rates));
    expect(chargeOf(terms, { billableMs: -5, cpuMs: -5 }).amount).toBe(START);
  }
  expect(chargeOf(PROCESSOR, { billableMs: 0, cpuMs: 30_001 }).usage?.cpuMs).toBe(30_000);
});
