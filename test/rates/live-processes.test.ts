import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveProcesses, type LiveProcesses } from '../../server/platform/rates/peers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Longer than a silent process is remembered. */
const LONG_MS = 22_000;

/** A channel to which processes listen once they are connected. */
function openChannel() {
  const connections = new Set<(payload: string) => void>();
  function join() {
    let isDead = false;
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
          for (const each of isDead ? [] : connections) each(payload);
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
      /** Nothing arrives any more, and the connection reports no loss. */
      receiveNothing: () => void connections.delete(receive),
      /** Without a word to the others. */
      die() {
        isDead = true;
        connections.delete(receive);
      },
      leave() {
        live.close();
        connections.delete(receive);
      },
    };
  }
  return { join };
}

test('a process says that it hears no other once it has listened for long enough', () => {
  const only = openChannel().join();
  expect(only.hearsNoOther()).toBe(false);
  vi.advanceTimersByTime(10_000);
  expect(only.hearsNoOther()).toBe(false);
  vi.advanceTimersByTime(LONG_MS);
  expect(only.hearsNoOther()).toBe(true);
  only.leave();
});

test('a process hears another one as soon as that one starts, and until it leaves', () => {
  const { join } = openChannel();
  const first = join();
  vi.advanceTimersByTime(LONG_MS);
  const second = join();
  vi.advanceTimersByTime(100);
  expect([first.hearsNoOther(), second.hearsNoOther()]).toEqual([false, false]);
  vi.advanceTimersByTime(10 * LONG_MS);
  expect([first.hearsNoOther(), second.hearsNoOther()]).toEqual([false, false]);
  second.leave();
  expect(first.hearsNoOther()).toBe(true);
  first.leave();
});

test('a process that died is remembered for a while', () => {
  const { join } = openChannel();
  const [first, second] = [join(), join()];
  vi.advanceTimersByTime(LONG_MS);
  second.die();
  vi.advanceTimersByTime(10_000);
  expect(first.hearsNoOther()).toBe(false);
  vi.advanceTimersByTime(LONG_MS);
  expect(first.hearsNoOther()).toBe(true);
  first.leave();
});

test('a process that does not hear itself does not say that it hears no other, whatever its connection reports', () => {
  const only = openChannel().join();
  vi.advanceTimersByTime(LONG_MS);
  expect(only.hearsNoOther()).toBe(true);
  only.receiveNothing();
  vi.advanceTimersByTime(10_000);
  expect(only.hearsNoOther()).toBe(false);
  only.leave();
});

test('a process that cannot listen does not say that it hears no other, nor for a while afterwards', () => {
  const { join } = openChannel();
  const first = join();
  vi.advanceTimersByTime(LONG_MS);
  first.lose();
  expect(first.hearsNoOther()).toBe(false);
  vi.advanceTimersByTime(10 * LONG_MS);
  expect(first.hearsNoOther()).toBe(false);
  first.reconnect();
  vi.advanceTimersByTime(10_000);
  expect(first.hearsNoOther()).toBe(false);
  vi.advanceTimersByTime(LONG_MS);
  expect(first.hearsNoOther()).toBe(true);
  first.leave();
});
