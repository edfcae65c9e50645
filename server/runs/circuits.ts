/**
 * The circuits of providers, by their queues. Submissions that fail before they are sent, or at a gateway, open the
 * circuit: its runs then wait in the queue, and the service sends the provider only an occasional probe, which is a
 * waiting run. A probe that arrives closes the circuit. All processes share the row of the state; each keeps what it
 * last read, and receives a notification of each change.
 */

import { CircuitState, CountBreaker } from 'cockatiel';
import type { Notifications, Notifier } from '../platform/db/notifications.ts';
import type { Db } from '../platform/db/pool.ts';
import { newUuid } from '../platform/lib/ids.ts';
import type { Log } from '../platform/telemetry/log.ts';
import {
  type CircuitRow,
  closeCircuit,
  failProbe,
  giveProbeBack,
  openCircuit,
  readCircuits,
  takeProbe,
} from './circuit-store.ts';
import type { ClaimedRun } from './store.ts';

const CIRCUIT_CHANNEL = 'circuit_changed';

export interface CircuitTimes {
  /** Recent submissions that count. */
  outOf: number;
  /** At least this many; more than half of them have to fail. */
  atLeast: number;
  firstPauseMs: number;
  /** The longest time between two probes, and so the longest wait of a provider that is back. */
  longestPauseMs: number;
  /** A probe without an answer delays the next one by no more than this. */
  probeWithinMs: number;
  /** While the circuit is closed, the process reads the state again after this time. */
  freshMs: number;
}

const TIMES: CircuitTimes = {
  ...{ outOf: 20, atLeast: 5 },
  ...{ firstPauseMs: 500, longestPauseMs: 8_000, probeWithinMs: 10_000, freshMs: 5_000 },
};

/** What a submission proves about its provider. `unclear` neither closes nor opens a circuit. */
export type Proof = 'alive' | 'dead' | 'unclear';

/** A submission, from its start to its end. */
export interface Watched {
  /** The provider has sent something. */
  alive(): void;
  /** Undefined if the service did not ask the provider, for a reason of its own. */
  ended(proof: Proof | undefined): void;
}

export interface Circuits {
  /** As this process last knew it: a read may be under way. */
  isOpen(queue: string): boolean;
  openedAt(queue: string): Date | undefined;
  /** Resolves once the process has read the state for the first time. */
  known(): Promise<void>;
  /** The name of the probe, if the process may send one now. */
  takeProbe(queue: string): Promise<string | undefined>;
  /** Says which run is the probe; undefined if no run was there to send. */
  probeWith(queue: string, probe: string, run: string | undefined): Promise<void>;
  watch(queue: string, run: string): Watched;
  /** Calls the handler when a circuit opens, in this or another process. */
  onOpened(handler: (queue: string) => void): void;
}

interface CircuitsOptions {
  db: Db;
  notifications: Notifications;
  notifier: Notifier;
  log: Log;
  times?: Partial<CircuitTimes> | undefined;
}

interface Circuit {
  breaker: CountBreaker;
  openedAt: Date | undefined;
  /** No probe before this time, by the clock of this process. */
  probeAt: number;
  /** Earlier submissions say nothing about the present state. */
  changedAt: number;
  /** Changes that the process is saving, and when the last one began or ended: an earlier read is out of date. */
  saving: number;
  savedAt: number;
  probe?: { name: string; run: string } | undefined;
}

export function createCircuits(options: CircuitsOptions): Circuits {
  const { db } = options;
  const times = { ...TIMES, ...options.times };
  const openedHandlers: ((queue: string) => void)[] = [];
  const states = createStates(times, (queue) => {
    for (const handle of openedHandlers) handle(queue);
  });
  const reading = createReading({ ...options, times }, states.take);
  const changes = createChanges({ ...options, times }, states, reading.read);
  options.notifications.listen(CIRCUIT_CHANNEL, () => void reading.read());
  options.notifications.onReconnect(() => void reading.read());

  function count(queue: string, beganAt: number, proof: Proof): void {
    const circuit = states.of(queue);
    if (circuit.openedAt || beganAt < circuit.changedAt || proof === 'unclear') return;
    if (proof === 'alive') circuit.breaker.success(CircuitState.Closed);
    else if (circuit.breaker.failure(CircuitState.Closed)) changes.open(queue);
  }

  return {
    known: reading.known,
    onOpened: (handler) => void openedHandlers.push(handler),
    isOpen(queue) {
      const isOpen = states.of(queue).openedAt !== undefined;
      reading.refresh(isOpen);
      return isOpen;
    },
    openedAt: (queue) => states.of(queue).openedAt,
    async takeProbe(queue) {
      const circuit = states.of(queue);
      if (performance.now() < circuit.probeAt) return undefined;
      const probe = newUuid();
      const { probeWithinMs: withinMs } = times;
      if (!(await takeProbe(db, { queue, probe, withinMs }))) return undefined;
      circuit.probeAt = performance.now() + withinMs;
      return probe;
    },
    async probeWith(queue, name, run) {
      if (run !== undefined) states.of(queue).probe = { name, run };
      else await giveProbeBack(db, queue, name);
    },
    watch(queue, run) {
      const beganAt = performance.now();
      const isProbe = () => states.of(queue).probe?.run === run;
      return {
        alive() {
          if (isProbe()) changes.endProbe(queue, 'alive');
        },
        ended(proof) {
          if (isProbe()) changes.endProbe(queue, proof);
          else if (proof !== undefined) count(queue, beganAt, proof);
        },
      };
    },
  };
}

/** Holds what this process knows of each circuit. */
function createStates(times: CircuitTimes, onOpened: (queue: string) => void) {
  const circuits = new Map<string, Circuit>();

  function of(queue: string): Circuit {
    const found = circuits.get(queue) ?? {
      ...{ breaker: newBreaker(times), openedAt: undefined, probeAt: 0, changedAt: 0 },
      ...{ saving: 0, savedAt: 0 },
    };
    circuits.set(queue, found);
    return found;
  }

  function change(queue: string, openedAt: Date | undefined): void {
    const circuit = of(queue);
    const wasOpen = circuit.openedAt !== undefined;
    circuit.openedAt = openedAt;
    if (wasOpen === (openedAt !== undefined)) return;
    circuit.changedAt = performance.now();
    circuit.breaker = newBreaker(times);
    if (openedAt) onOpened(queue);
  }

  function take(rows: CircuitRow[], queriedAt: number): void {
    for (const { queue, opened_at, probe_in_ms } of rows) {
      const circuit = of(queue);
      if (circuit.saving > 0 || queriedAt < circuit.savedAt) continue;
      circuit.probeAt = performance.now() + probe_in_ms;
      change(queue, opened_at ?? undefined);
    }
  }

  return { of, change, take };
}

/** Saves what this process has seen, for all other processes. */
function createChanges(
  { db, notifier, log, times }: CircuitsOptions & { times: CircuitTimes },
  states: ReturnType<typeof createStates>,
  read: () => Promise<void>,
) {
  const { firstPauseMs: firstMs, longestPauseMs: longestMs } = times;

  /** If a change could not be saved, the next submission or the next probe makes it again. */
  function save(queue: string, work: () => Promise<boolean>): void {
    const circuit = states.of(queue);
    circuit.saving += 1;
    work()
      .then((isNew) => {
        if (isNew) notifier.notify(CIRCUIT_CHANNEL, queue);
      })
      .catch((error: unknown) => log.warn({ err: error, queue }, 'a circuit was not saved'))
      .finally(() => {
        circuit.saving -= 1;
        circuit.savedAt = performance.now();
        void read();
      });
  }

  function open(queue: string): void {
    log.warn({ queue }, 'the circuit of a provider opens: its runs wait, and probes are sent');
    states.of(queue).probeAt = performance.now() + firstMs;
    states.change(queue, new Date());
    save(queue, () => openCircuit(db, queue, firstMs));
  }

  function close(queue: string): void {
    log.info({ queue }, 'the circuit of a provider closes: its runs go on');
    states.change(queue, undefined);
    save(queue, () => closeCircuit(db, queue));
  }

  function endProbe(queue: string, proof: Proof | undefined): void {
    const circuit = states.of(queue);
    const probe = circuit.probe?.name;
    circuit.probe = undefined;
    if (probe === undefined) return;
    if (proof === 'alive') {
      close(queue);
      return;
    }
    save(queue, async () => {
      if (proof === undefined) await giveProbeBack(db, queue, probe);
      else await failProbe(db, { queue, probe, firstMs, longestMs });
      return true;
    });
  }

  return { open, endProbe };
}

/** Opens if more than half of the last submissions failed. */
function newBreaker({ outOf, atLeast }: CircuitTimes): CountBreaker {
  return new CountBreaker({ threshold: 0.5, size: outOf, minimumNumberOfCalls: atLeast });
}

/** Reads one at a time, and once more if somebody asked meanwhile. */
function createReading(
  { db, log, times }: CircuitsOptions & { times: CircuitTimes },
  take: (rows: CircuitRow[], queriedAt: number) => void,
) {
  let reading: Promise<void> | undefined;
  let isWanted = false;
  let isKnown = false;
  let readAt = Number.NEGATIVE_INFINITY;

  async function readUntilDone(): Promise<void> {
    do {
      isWanted = false;
      readAt = performance.now();
      try {
        take(await readCircuits(db), readAt);
        isKnown = true;
      } catch (error) {
        log.warn({ err: error }, 'the circuits could not be read');
      }
    } while (isWanted);
    reading = undefined;
  }

  function read(): Promise<void> {
    isWanted = true;
    reading ??= readUntilDone();
    return reading;
  }

  return {
    read,
    known: () => (isKnown ? Promise.resolve() : (reading ?? read())),
    /** In case the process missed a notification. */
    refresh(isOpen: boolean): void {
      const freshMs = isOpen ? Math.min(times.freshMs, 1_000) : times.freshMs;
      if (performance.now() - readAt > freshMs) void read();
    },
  };
}

type Gate = (
  claim: string,
  atMost: number,
  work: (atMost: number) => Promise<ClaimedRun[]>,
) => Promise<ClaimedRun[]>;

export const ungated: Gate = (_, atMost, work) => work(atMost);

/**
 * Lets claims through while the circuit of their queue is closed. While it is open, workers claim only an occasional run as
 * the probe. A claim without an answer may have been committed, so the worker always repeats it.
 */
export function createGate(
  circuits: Pick<Circuits, 'known' | 'isOpen' | 'takeProbe' | 'probeWith'>,
  queue: string,
): Gate {
  let unanswered: { claim: string; probe: string | undefined } | undefined;

  /** Undefined if the worker may claim nothing. */
  async function permit(claim: string): Promise<typeof unanswered> {
    if (unanswered?.claim === claim) return unanswered;
    await circuits.known();
    if (!circuits.isOpen(queue)) return { claim, probe: undefined };
    const probe = await circuits.takeProbe(queue);
    return probe === undefined ? undefined : { claim, probe };
  }

  return async (claim, atMost, work) => {
    unanswered = await permit(claim);
    if (!unanswered) return [];
    const { probe } = unanswered;
    const isOpen = probe !== undefined || circuits.isOpen(queue);
    const claimed = await work(isOpen ? 1 : atMost);
    unanswered = undefined;
    if (probe !== undefined) await circuits.probeWith(queue, probe, claimed[0]?.id);
    return claimed;
  };
}
