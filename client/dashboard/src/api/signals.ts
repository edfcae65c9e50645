/**
 * Two facts that every page must know and no page causes: whether the server can be reached, and whether the session is
 * over. Small stores outside React, because the network sets them.
 */
import { useSyncExternalStore } from 'react';

export interface Signal<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

export function createSignal<T>(initial: T): Signal<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useSignal<T>(signal: Signal<T>): T {
  return useSyncExternalStore(signal.subscribe, signal.get);
}

export const connection = createSignal<'well' | 'lost'>('well');
/** `over`: a user was signed in on this page, and the session has ended since. */
export const session = createSignal<'unknown' | 'living' | 'over'>('unknown');
