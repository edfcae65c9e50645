import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveProcesses, type LiveProcesses } from '../../server/rates/live-processes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Longer than a process is remembered that says nothing. */
const LONG_MS = 22_000;

/** A channel to which processes listen once they are connected. */
function openChannel() {
  const connections = new Set<(payload: string) => void>();
  function join() {
    const handlers = { hear(_payload: string) {}, lost() {}, reconnect() {} };
    const live: LiveProcesses = createLiveProcesses(
      {
        listen(_channel, handler) {
          handlers.hear = handler;
        },
        onLost(handler) {
          handlers.lost = handler;
        },
        onReconnect(handler) {
          handlers.reconnect = handler;
        },
      },
      {
        notify(_channel, payload) {
          for (const each of connections) each(payload);
        },
      },
    );
    const receive = (payload: string) => handlers.hear(payload);
    connections.add(receive);
    return {
      ...live,
      lose() {
        connections.delete(receive);
        handlers.lost();
      },
      reconnect() {
        connections.add(receive);
        handlers.reconnect();
      },
      leave() {
        live.close();
        connections.delete(receive);
      },
    };
  }
  return { join };
}

test('a process is alone once it has heard only itself for long enough', () => {
  const only = openChannel().join();
  expect(only.isAlone()).toBe(false);
  vi.advanceTimersByTime(10_000);
  expect(only.isAlone()).toBe(false);
  vi.advanceTimersByTime(LONG_MS);
  expect(only.isAlone()).toBe(true);
  only.close();
});

test('a process is no longer alone as soon as another one starts, and again when that one leaves', () => {
  const { join } = openChannel();
  const first = join();
  vi.advanceTimersByTime(LONG_MS);
  const second = join();
  vi.advanceTimersByTime(100);
  expect([first.isAlone(), second.isAlone()]).toEqual([false, false]);
  vi.advanceTimersByTime(10 * LONG_MS);
  expect([first.isAlone(), second.isAlone()]).toEqual([false, false]);
  second.leave();
  expect(first.isAlone()).toBe(true);
  first.close();
});

test('a process that cannot listen does not know whether it is alone, nor for a while afterwards', () => {
  const { join } = openChannel();
  const first = join();
  vi.advanceTimersByTime(LONG_MS);
  first.lose();
  expect(first.isAlone()).toBe(false);
  vi.advanceTimersByTime(10 * LONG_MS);
  expect(first.isAlone()).toBe(false);
  first.reconnect();
  vi.advanceTimersByTime(10_000);
  expect(first.isAlone()).toBe(false);
  vi.advanceTimersByTime(LONG_MS);
  expect(first.isAlone()).toBe(true);
  first.close();
});
