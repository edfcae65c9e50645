import { expect, it } from 'vitest';
import { createWorkBudget } from '../../server/platform/lib/within-time.ts';

let time = 0;
let worked = 0;
const clocks = { now: () => time, worked: () => worked };
const budget = createWorkBudget({ mostMs: 100, share: 0.5, ...clocks });
const work = (name: string, ms: number) =>
  budget.run(name, () => {
    time += ms;
    worked += ms;
    return ms;
  });

it('refuses a name that has used up its time with 429 rate_limited, until a share of it is back', () => {
  for (let i = 0; i < 100; i++) work('ordinary', 5);
  expect(work('ordinary', 5)).toBe(5);
  expect(work('a', 5_105)).toBe(5_105);
  expect(() => work('a', 1)).toThrow(
    expect.objectContaining({ code: 'rate_limited', options: { retryAfterSeconds: 10 } }),
  );
  expect(work('b', 1)).toBe(1);
  time += 9_900;
  expect(() => work('a', 1)).toThrow('too much time');
  time += 100;
  expect(work('a', 1)).toBe(1);
});

it('does not count the time in which others have the processor', () => {
  for (let i = 0; i < 100; i++) {
    budget.run('waits', () => {
      time += 1_000;
      worked += 5;
    });
  }
  expect(work('waits', 5)).toBe(5);
});

it('counts work that throws', () => {
  const fail = () =>
    budget.run('c', () => {
      worked += 200;
      throw new Error('no');
    });
  expect(fail).toThrow('no');
  expect(fail).toThrow('too much time');
});
