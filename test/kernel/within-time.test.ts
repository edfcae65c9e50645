/** What work may take is its processor time: a busy machine ends none that is ordinary. */
import { expect, it } from 'vitest';
import { withinTime } from '../../server/platform/lib/within-time.ts';

const nobody = new Int32Array(new SharedArrayBuffer(4));

it('work is not ended while others have the processor, however long they keep it', () => {
  let tries = 0;
  const result = withinTime(20, () => {
    tries += 1;
    // As on a machine that lets this thread wait: no processor time passes.
    Atomics.wait(nobody, 0, 0, 200);
    return { done: true };
  });
  expect(result).toEqual({ done: true });
  expect(tries).toBeGreaterThan(3);
});

it('endless work is ended, and so is work that catches what it throws', () => {
  expect(
    withinTime(20, () => {
      for (;;);
    }),
  ).toBeUndefined();
  expect(
    withinTime(20, () => {
      for (;;) {
        try {
          for (;;);
        } catch {
          // Nothing catches its end.
        }
      }
    }),
  ).toBeUndefined();
});

it('what the work throws comes out', () => {
  expect(() =>
    withinTime(20, () => {
      throw new Error('no');
    }),
  ).toThrow('no');
});
