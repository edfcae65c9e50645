/**
 * The time that this process has to spare. Bulk work (exports, downloads, large bodies of spans, outputs of jobs) is done in pieces. Each
 * workspace makes one piece at a time, however much it asks for. While requests arrive or runs start, it then pauses: its bulk work takes
 * at most a quarter of the time, and that of PostgreSQL and of other threads with it, which the event loop does not show.
 */
import { onAbort } from './on-abort.ts';

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
