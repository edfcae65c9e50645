import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inSpareTime, workArrives } from '../../server/platform/lib/shares.ts';

const { signal } = new AbortController();
const PIECE_MS = 10;

let begun: string[] = [];
/** The fake clock begins again with each test. Each then goes beyond all requests that arrived before. */
let clock = 0;

beforeEach(() => {
  vi.useFakeTimers();
  clock += 1_000_000_000;
  vi.advanceTimersByTime(clock);
  begun = [];
});

afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

/** Asks for a piece that takes 10 ms of the fake clock. */
const ask = (workspace: string, until = signal) =>
  inSpareTime(workspace, until, async () => {
    begun.push(workspace);
    await new Promise((resolve) => setTimeout(resolve, PIECE_MS));
  });

it('gives the workspaces their turns, one piece at a time for each, however many it asks for', async () => {
  const all = Promise.all([...'aaabbc'].map((workspace) => ask(workspace)));
  await vi.advanceTimersByTimeAsync(PIECE_MS - 1);
  expect(begun.join('')).toBe('abc');
  await vi.runAllTimersAsync();
  await all;
  expect(begun.join('')).toBe('abcaba');
});

it('lets four workspaces make pieces at once, and then the one that has waited longest', async () => {
  const all = Promise.all([...'aabcdef'].map((workspace) => ask(workspace)));
  await vi.advanceTimersByTimeAsync(PIECE_MS - 1);
  expect(begun.join('')).toBe('abcd');
  await vi.runAllTimersAsync();
  await all;
  expect(begun.join('')).toBe('abcdaef');
});

it('gives bulk work a quarter of the time while requests arrive, and all of it otherwise', async () => {
  const piecesInOneSecond = async () => {
    begun = [];
    let isOver = false;
    const work = (async () => {
      while (!isOver) await ask('a');
    })();
    await vi.advanceTimersByTimeAsync(1_000 - PIECE_MS / 2);
    const pieces = begun.length;
    isOver = true;
    await vi.advanceTimersByTimeAsync(10 * PIECE_MS);
    await work;
    return pieces;
  };
  expect(await piecesInOneSecond()).toBe(100);
  const requests = setInterval(workArrives, 100);
  workArrives();
  expect(await piecesInOneSecond()).toBe(25);
  clearInterval(requests);
});

it('does nothing for those whose caller has gone, and rejects with the reason', async () => {
  const gone = new AbortController();
  const first = ask('a');
  const wait = ask('a', gone.signal);
  gone.abort(new Error('gone'));
  await expect(wait).rejects.toThrow('gone');
  await expect(ask('a', gone.signal)).rejects.toThrow('gone');
  await vi.runAllTimersAsync();
  await first;
  expect(begun).toEqual(['a']);
});

it('goes on after a piece that fails', async () => {
  const failed = inSpareTime('a', signal, () => Promise.reject(new Error('broken')));
  await expect(failed).rejects.toThrow('broken');
  const next = ask('a');
  await vi.runAllTimersAsync();
  await next;
  expect(begun).toEqual(['a']);
});
