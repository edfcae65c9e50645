/**
 * The keys of one provider, used in turn. A refused key rests while the others continue; a single key never rests, and
 * an outcome contains the provider's refusal. Outside this module, a key appears only by its name.
 */
import type { Outcome } from './model-provider.ts';

export interface ProviderKey {
  /** Its name in logs and metrics. */
  name: string;
  value: KeyNow;
  /** Called if the key may have changed meanwhile. */
  reload?: () => Promise<string>;
}

interface KeyRingOptions {
  /** Called when a key begins to rest, and why, and when it is used again. */
  onRest?: ((key: string, rest: { status: number; ms: number } | undefined) => void) | undefined;
  reloadEveryMs?: number;
}

export interface KeyRing {
  /** Sends with the next key in turn. */
  send(work: (value: string | undefined) => Promise<Outcome>): Promise<Outcome>;
  /** Whether the last use of every key was refused. */
  refuses(): boolean;
  /** All of them, if any of them may be the right one. */
  values(): (string | undefined)[];
  close(): void;
}

interface Kept extends ProviderKey {
  /** By the clock of this process. */
  restsUntil: number;
  /** The provider refused it, and did not only ask to wait. */
  isRefused: boolean;
  /** Number of consecutive temporary refusals. */
  busy: number;
}

/** For a refused key: it may become valid again, and only another attempt shows that. */
const REFUSED_RESTS_MS = 300_000;
const FIRST_BUSY_MS = 1_000;
const LONGEST_BUSY_MS = 60_000;
const RELOAD_EVERY_MS = 5_000;

const ALL_REST = 'Every key of this deployment with the provider rests at the moment.';

export function createKeyRing(
  given: readonly ProviderKey[],
  options: KeyRingOptions = {},
): KeyRing {
  const keys = given.map((key): Kept => ({ ...key, restsUntil: 0, isRefused: false, busy: 0 }));
  const timer = reloading(keys, options);
  let turn = 0;

  /** The next usable key, or how long until there is one. */
  function next(): Kept | number {
    const now = performance.now();
    for (let i = 0; i < keys.length; i++) {
      const key = keys[(turn + i) % keys.length]!;
      if (key.restsUntil <= now) return key;
    }
    const waiting = keys.filter(({ isRefused }) => !isRefused);
    if (waiting.length > 0) return Math.min(...waiting.map((key) => key.restsUntil)) - now;
    return keys.reduce((one, other) => (other.restsUntil < one.restsUntil ? other : one));
  }

  function judge(key: Kept, outcome: Outcome): Outcome {
    const isRefused = outcome.kind === 'refused' && [401, 402].includes(outcome.providerStatus);
    // A server without capacity has none for any key.
    const isOfKey =
      outcome.kind === 'refused_for_now' && [402, 429].includes(outcome.providerStatus);
    if (!isRefused && !isOfKey) {
      if (outcome.kind !== 'not_sent') accept(key);
      return outcome;
    }
    key.isRefused = isRefused;
    if (keys.length === 1) return outcome;
    rest(key, outcome);
    const other = next();
    if (typeof other === 'object' && other.isRefused) return outcome;
    const { reason, providerStatus } = outcome;
    const retryAfterMs = typeof other === 'number' ? Math.ceil(other) : 0;
    return { kind: 'refused_for_now', reason, providerStatus, retryAfterMs };
  }

  /** A refused key that is accepted again rests no longer. A busy one does: this may be the end of an earlier request. */
  function accept(key: Kept): void {
    if (key.isRefused && key.restsUntil > performance.now()) {
      key.restsUntil = 0;
      options.onRest?.(key.name, undefined);
    }
    Object.assign(key, { isRefused: false, busy: 0 });
  }

  function rest(
    key: Kept,
    outcome: Extract<Outcome, { kind: 'refused' | 'refused_for_now' }>,
  ): void {
    const retryAfterMs = 'retryAfterMs' in outcome ? outcome.retryAfterMs : undefined;
    const busyMs = retryAfterMs ?? Math.min(FIRST_BUSY_MS * 2 ** key.busy, LONGEST_BUSY_MS);
    const ms = key.isRefused ? REFUSED_RESTS_MS : busyMs;
    key.busy = key.isRefused ? 0 : key.busy + 1;
    key.restsUntil = performance.now() + ms;
    options.onRest?.(key.name, { status: outcome.providerStatus, ms });
    const { restsUntil } = key;
    setTimeout(() => {
      if (key.restsUntil === restsUntil) options.onRest?.(key.name, undefined);
    }, ms).unref();
  }

  return {
    // Not an async function, which would keep the work, and the request that it sends, in memory until the outcome.
    send(work) {
      if (keys.length === 0) return work(undefined);
      const key = next();
      if (typeof key === 'number') return Promise.resolve(allRest(key));
      turn = (keys.indexOf(key) + 1) % keys.length;
      return work(keyOf(key.value)).then((outcome) => judge(key, outcome));
    },
    refuses: () => keys.length > 0 && keys.every(({ isRefused }) => isRefused),
    values: () => (keys.length === 0 ? [undefined] : keys.map(({ value }) => keyOf(value))),
    close: () => clearInterval(timer),
  };
}

function allRest(ms: number): Outcome {
  return { kind: 'not_sent', isLocal: true, reason: ALL_REST, retryAfterMs: Math.ceil(ms) };
}

/** A changed key is used at once. An unreadable one keeps its value. */
function reloading(
  keys: Kept[],
  { onRest, reloadEveryMs = RELOAD_EVERY_MS }: KeyRingOptions,
): NodeJS.Timeout | undefined {
  const changing = keys.filter(({ reload }) => reload);
  if (changing.length === 0) return undefined;
  return setInterval(async () => {
    for (const key of changing) {
      const value = await key.reload!().catch(() => keyOf(key.value));
      if (value === key.value || value === '') continue;
      if (key.restsUntil > performance.now()) onRest?.(key.name, undefined);
      Object.assign(key, { value, restsUntil: 0, isRefused: false, busy: 0 });
    }
  }, reloadEveryMs).unref();
}

/** The key of a model server: a text, or its value at the time of a request. */
export type KeyNow = string | (() => string | undefined);

export function keyOf(key: KeyNow): string;
export function keyOf(key: KeyNow | undefined): string | undefined;
export function keyOf(key: KeyNow | undefined): string | undefined {
  return typeof key === 'function' ? key() : key;
}
