import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { weightOf } from '../../server/platform/lib/json.ts';
import { createAnswerBudget, SMALL_BYTES } from '../../server/runs/execution.ts';

const MB = 1_000_000;
const never = new AbortController().signal;

describe('the answers of a process', () => {
  it('end where they are together more than the bound: the largest first, as many as need be', () => {
    const budget = createAnswerBudget(10 * MB);
    const [small, middle, large] = [budget.open(never), budget.open(never), budget.open(never)];
    small.resize(2 * MB);
    middle.resize(3 * MB);
    large.resize(5 * MB);
    expect(large.signal.aborted).toBe(false);
    small.resize(2 * MB + 1);
    expect(large.signal.aborted).toBe(true);
    expect(large.signal.reason).toBe(
      'The answers of all providers were larger together than is accepted, and this one was the largest.',
    );
    expect(budget.inUse()).toBe(5 * MB + 1);
    small.resize(8 * MB);
    expect([small.signal.aborted, middle.signal.aborted]).toEqual([true, false]);
  });

  it('count for nothing once they are ended or released', () => {
    const budget = createAnswerBudget(MB);
    const [ended, released] = [budget.open(never), budget.open(never)];
    ended.resize(2 * MB);
    ended.resize(3 * MB);
    ended.keep(0);
    released.keep(MB);
    expect(budget.inUse()).toBe(MB);
    ended.release();
    released.release();
    released.release();
    expect(budget.inUse()).toBe(0);
  });

  it('end with the process, where they are not there yet', () => {
    const budget = createAnswerBudget(MB);
    const ending = new AbortController();
    const [there, coming] = [budget.open(ending.signal), budget.open(ending.signal)];
    there.keep(1);
    ending.abort('the process ends');
    const late = budget.open(ending.signal);
    const reasons = [there, coming, late].map(({ signal }) => signal.reason);
    expect(reasons).toEqual([undefined, 'the process ends', 'the process ends']);
  });

  it('do not end while they are small, nor once they are there', () => {
    const budget = createAnswerBudget(MB);
    const [there, small, other] = [budget.open(never), budget.open(never), budget.open(never)];
    there.keep(2 * MB);
    small.resize(SMALL_BYTES);
    other.resize(SMALL_BYTES + 1);
    const ended = [there, small, other].map(({ signal }) => signal.aborted);
    expect(ended).toEqual([false, false, true]);
  });
});

describe('the weight of a value', () => {
  const many = (item: (i: number) => string) =>
    Array.from({ length: 100_000 }, (_, i) => item(i)).join(',');
  // Functions, because test lists would otherwise print every text.
  it.each([
    ['a text', () => `"${'é€'.repeat(1_000_000)}"`],
    ['empty arrays', () => `[${many(() => '[]')}]`],
    ['empty objects', () => `[${many(() => '{}')}]`],
    ['numbers', () => `[${many((i) => `${i}.5`)}]`],
    ['objects of one member', () => `[${many((i) => `{"a":"${i} ${i}"}`)}]`],
    ['one object of many members', () => `{${many((i) => `"name ${i}":null`)}}`],
  ])('is what it takes in memory, or more, and not many times that: %s', (_, textOf) => {
    const text = textOf();
    const weight = weightOf(JSON.parse(text));
    const used = bytesOf(text);
    expect(weight).toBeGreaterThan(0.9 * used);
    expect(weight).toBeLessThan(5 * used);
  });
});

/** The memory that the value of a text takes, in a process without other garbage: the median of several runs. */
function bytesOf(text: string): number {
  const measured = execFileSync(process.execPath, ['--expose-gc', '--eval', MEASURE], {
    input: text,
  });
  return Number(measured);
}

const MEASURE = `
  const text = require('node:fs').readFileSync(0, 'utf8');
  const kept = [];
  const used = Array.from({ length: 3 }, () => {
    gc();
    const before = process.memoryUsage().heapUsed;
    kept.push(JSON.parse(text));
    gc();
    return process.memoryUsage().heapUsed - before;
  });
  console.log(used.sort((a, b) => a - b)[1]);`;
