/**
 * What one workspace may use of this process at once, so that the others get theirs: slots for what is under way for
 * long, a short queue for heavy work, and the time that requests leave over for work in bulk.
 */
import { onAbort } from './on-abort.ts';
import { Problem } from './problem.ts';

interface SlotLimits {
  /** What is counted, for people: `downloads`. */
  of: string;
  atOnce: number;
  perWorkspace: number;
}

/**
 * How many of something are under way at once in this process, and for one workspace. The last ones are for workspaces
 * that have none: so a workspace that fills its share keeps nobody out.
 */
interface Slots {
  /** Takes a slot and returns what gives it back, or throws the refusal. */
  take(workspace: string): () => void;
  inUse(): number;
}

const RETRY_AFTER_SECONDS = 5;

export function createSlots({ of, atOnce, perWorkspace }: SlotLimits): Slots {
  const underWay = new Map<string, number>();
  let total = 0;

  function count(workspace: string, change: 1 | -1): void {
    total += change;
    const own = (underWay.get(workspace) ?? 0) + change;
    if (own === 0) underWay.delete(workspace);
    else underWay.set(workspace, own);
  }

  return {
    take(workspace) {
      const own = underWay.get(workspace) ?? 0;
      const free = atOnce - total;
      if (own >= perWorkspace || (own > 0 && free <= perWorkspace)) {
        const most = `at most ${perWorkspace} at once in a process, and fewer while others need them`;
        throw busy('rate_limited', `This workspace has ${own} ${of} under way: ${most}.`);
      }
      if (free <= 0) throw busy('overloaded', `${atOnce} ${of} are under way, the most at once.`);
      count(workspace, 1);
      let isTaken = true;
      return () => {
        if (isTaken) count(workspace, -1);
        isTaken = false;
      };
    },
    inUse: () => total,
  };
}

function busy(code: 'rate_limited' | 'overloaded', detail: string): Problem {
  return new Problem(code, detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/**
 * Limits heavy work: a maximum of concurrent calls per name, and a maximum that waits. If the queue of a name is full,
 * work is refused with 429.
 */
export interface ConcurrencyLimit {
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

interface OfName {
  working: number;
  waiting: (() => void)[];
}

export function createConcurrencyLimit({
  atOnce,
  mayWait,
}: {
  atOnce: number;
  mayWait: number;
}): ConcurrencyLimit {
  const byName = new Map<string, OfName>();
  return {
    async run(name, work) {
      const ofName = byName.get(name) ?? { working: 0, waiting: [] };
      byName.set(name, ofName);
      if (ofName.working < atOnce) ofName.working += 1;
      else await waitIn(ofName, mayWait);
      try {
        return await work();
      } finally {
        // The next one in the queue takes its slot.
        const next = ofName.waiting.shift();
        if (next) next();
        else ofName.working -= 1;
        if (ofName.working === 0) byName.delete(name);
      }
    },
  };
}

/** Whoever asks by a name while an answer to it is awaited, or shortly after it was asked, gets the same answer. */
export type Coalesce = <Answer>(name: string, ask: () => Promise<Answer>) => Promise<Answer>;

/** One question by each name in `ms` milliseconds. A name always has the same type of answer. */
export function createCoalescing(ms: number): Coalesce {
  const asked = new Map<string, Promise<unknown>>();
  return <Answer>(name: string, ask: () => Promise<Answer>) => {
    const known = asked.get(name) as Promise<Answer> | undefined;
    if (known) return known;
    const answer = ask();
    asked.set(name, answer);
    const forget = () => setTimeout(() => asked.delete(name), ms).unref();
    answer.then(forget, forget);
    return answer;
  };
}

function waitIn({ waiting }: OfName, atMost: number): Promise<void> {
  if (waiting.length < atMost) return new Promise((resolve) => waiting.push(resolve));
  throw new Problem('rate_limited', 'Too much is being read for this workspace.', {
    retryAfterSeconds: 1,
  });
}

/*
 * The time that this process has to spare. Bulk work (exports, downloads, large bodies of spans, outputs of jobs) is done
 * in pieces. Each workspace makes one piece at a time, however much it asks for. While requests arrive or runs start, it
 * then pauses: its bulk work takes at most a quarter of the time, and that of PostgreSQL and of other threads with it,
 * which the event loop does not show.
 */

/** Workspaces that make a piece at the same time. */
const AT_ONCE = 4;
/** A pause is this many times as long as the piece before it. */
const PAUSE_TIMES = 3;
/** Without a request or the start of a run for so long, nobody needs the pauses. */
const QUIET_AFTER_MS = 1_000;

interface Bulk {
  waiting: Set<() => void>;
  /** It makes a piece, or pauses. */
  isOccupied: boolean;
}

/** By workspace, in the order of their turns. */
const bulk = new Map<string, Bulk>();
let underWay = 0;
let lastArrivalAt = Number.NEGATIVE_INFINITY;

/** Somebody waits for what this process does next: a request has arrived, or a run starts. */
export function workArrives(): void {
  lastArrivalAt = performance.now();
}

/** Makes a piece when it is this workspace's turn. Rejects with the signal's reason if it fires before. */
export async function inSpareTime<T>(
  workspace: string,
  signal: AbortSignal,
  makePiece: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const { promise: turn, resolve, reject } = Promise.withResolvers<void>();
  const own = bulk.get(workspace) ?? { waiting: new Set(), isOccupied: false };
  bulk.set(workspace, own);
  own.waiting.add(resolve);
  const ignore = onAbort(signal, () => {
    own.waiting.delete(resolve);
    reject(signal.reason);
  });
  startNext();
  await turn;
  ignore();
  const begunAt = performance.now();
  try {
    return await makePiece();
  } finally {
    const now = performance.now();
    const isQuiet = now - lastArrivalAt > QUIET_AFTER_MS;
    const endPause = () => {
      own.isOccupied = false;
      startNext();
    };
    underWay -= 1;
    if (!isQuiet) setTimeout(endPause, PAUSE_TIMES * (now - begunAt));
    if (isQuiet) endPause();
    else startNext();
  }
}

function startNext(): void {
  for (const [workspace, own] of bulk) {
    if (underWay === AT_ONCE) return;
    if (own.isOccupied) continue;
    bulk.delete(workspace);
    const [start] = own.waiting;
    // Those of a workspace may all have been given up.
    if (!start) continue;
    own.waiting.delete(start);
    own.isOccupied = true;
    underWay += 1;
    // Its next piece comes after those of the others.
    bulk.set(workspace, own);
    start();
  }
}
