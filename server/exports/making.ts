/**
 * Makes the exports that people asked for in the background: one at a time for a workspace, and few in a process, in the
 * time that requests leave over. A process that dies leaves an export to the next attempt, which begins anew.
 */
import type { Db } from '../platform/db/pool.ts';
import { inSpareTime } from '../platform/lib/shares.ts';
import { insertMails } from '../platform/mail/index.ts';
import { pauseAfter, type Sending, startSending } from '../platform/outbound/index.ts';
import type { KeptOutputs } from '../platform/outputs/index.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import type { Quotas } from '../quotas/index.ts';
import { type Exports, ExportTooLong, MOST_MADE_AT_ONCE } from './index.ts';
import { lockRoom, type MadeExports, outputOf } from './made.ts';
import {
  type ClaimedExport,
  claimMade,
  endMade,
  keepMade,
  type MadeEnd,
  type MadeFailure,
  postponeMade,
} from './made-store.ts';

export interface MakingOptions {
  db: Db;
  exports: Pick<Exports, 'read'>;
  made: Pick<MadeExports, 'removeExpired'>;
  outputs: Pick<KeptOutputs, 'save' | 'remove'>;
  quotas: Pick<Quotas, 'usesOf' | 'countOutputs'>;
  sendsMail: boolean;
  /** Between two checks for exports that are due. */
  everyMs: number;
  /** How long an export waits after its process died. */
  leaseMs?: number;
  mostBytes?: number;
  log: Log;
  meter?: Meter | undefined;
}

const LEASE_MS = 60_000;
const MOST_BYTES = 1_073_741_824;
const MOST_ATTEMPTS = 3;
const PAUSES_MS = [30_000, 300_000];
const REMOVE_EVERY_MS = 60_000;
const MAIL_WORKS_FOR_MS = 86_400_000;

export function startMaking(options: MakingOptions): Sending {
  const { db, made, log, everyMs, leaseMs = LEASE_MS } = options;
  return startSending<ClaimedExport>({
    ...{ what: 'made exports', atMost: MOST_MADE_AT_ONCE, everyMs, log },
    chore: { everyMs: REMOVE_EVERY_MS, run: (ending) => made.removeExpired(null, ending) },
    claim: (atMost) => claimMade(db, { atMost, leaseMs }),
    send: (claimed, ending) => attempt(options, claimed, ending),
  });
}

/** Why there will be no file. */
class NotMade extends Error {
  readonly failure: MadeFailure;

  constructor(failure: MadeFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Never rejects: an end that was not saved leads to another attempt. */
async function attempt(
  options: MakingOptions,
  claimed: ClaimedExport,
  ending: AbortSignal,
): Promise<void> {
  const { db, made, log, meter, leaseMs = LEASE_MS } = options;
  const { id, workspace, attempts } = claimed;
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  const lost = new AbortController();
  const keep = async () => {
    if (!(await keepMade(db, claimed, leaseMs))) lost.abort();
  };
  const keeping = setInterval(() => void keep().catch(() => {}), leaseMs / 4);
  const postpone = (inMs: number, isCounted: boolean) =>
    postponeMade(db, claimed, { inMs, isCounted });
  try {
    try {
      const bytes = await make(options, claimed, AbortSignal.any([ending, lost.signal]));
      if (await end(options, claimed, { bytes })) {
        meter?.exported('ready', { seconds: seconds(), bytes });
        const ms = Math.round(1_000 * seconds());
        log.info({ export: id, workspace, bytes, ms }, 'an export was made');
      }
    } catch (error) {
      if (lost.signal.aborted) return;
      if (ending.aborted) return await postpone(0, false);
      const failure = failureOf(error, attempts);
      log.warn({ export: id, workspace, attempts, failure, err: error }, 'an export was not made');
      if (!failure) return await postpone(pauseAfter(attempts, PAUSES_MS), true);
      if (await end(options, claimed, { failure })) {
        meter?.exported(failure, { seconds: seconds(), bytes: 0 });
      }
      await made.removeExpired(workspace, ending).catch((err: unknown) => {
        log.warn({ err, export: id }, 'what an export stored is removed later');
      });
    }
  } catch (error) {
    log.warn({ err: error, export: id }, 'the end of an export was not saved: it is made again');
  } finally {
    clearInterval(keeping);
  }
}

/** Undefined if another attempt may do it. */
function failureOf(error: unknown, attempts: number): MadeFailure | undefined {
  if (error instanceof NotMade) return error.failure;
  if (attempts < MOST_ATTEMPTS) return undefined;
  return error instanceof ExportTooLong ? 'too_slow' : 'not_made';
}

/** Returns the size of the file. */
async function make(
  { db, exports, outputs, quotas, mostBytes = MOST_BYTES }: MakingOptions,
  claimed: ClaimedExport,
  signal: AbortSignal,
): Promise<number> {
  const { workspace, id, attempts, dataset, format, from, to, endUserId } = claimed;
  // The processes of all earlier attempts ended before their attempts did.
  if (attempts > MOST_ATTEMPTS) throw new NotMade('not_made');
  // An earlier attempt may have stored a part, which counts into no quota: also one that counts as no attempt.
  await outputs.remove(workspace, [id], signal);
  const { room } = await db.transaction((tx) => lockRoom(tx, quotas, workspace));
  const span = { from: from.toISOString(), to: to.toISOString() };
  let bytes = 0;

  async function* content(): AsyncGenerator<Uint8Array> {
    const pieces = exports.read(workspace, { dataset, format, endUserId, ...span });
    try {
      for (;;) {
        const next = await inSpareTime(workspace, signal, () => pieces.next());
        if (next.done) return;
        const piece = Buffer.from(next.value as Uint8Array);
        bytes += piece.length;
        if (bytes > mostBytes) throw new NotMade('too_large');
        if (bytes > room) throw new NotMade('no_room');
        yield piece;
      }
    } finally {
      await pieces.return();
    }
  }

  await outputs.save(outputOf(workspace, claimed), content(), signal);
  signal.throwIfAborted();
  return bytes;
}

/** With the email about it. Throws if the room for the file was taken while it was made. */
function end(
  { db, quotas, sendsMail }: MakingOptions,
  claimed: ClaimedExport,
  outcome: MadeEnd,
): Promise<boolean> {
  const { workspace, id } = claimed;
  const { bytes } = outcome;
  return db.transaction(async (tx) => {
    if (bytes !== undefined) {
      const { room } = await lockRoom(tx, quotas, workspace);
      if (bytes > room) throw new NotMade('no_room');
    }
    const isEnded = await endMade(tx, claimed, outcome);
    if (isEnded && bytes !== undefined) {
      await quotas.countOutputs({ workspace, owner: id, bytes }, tx);
    }
    if (isEnded && sendsMail) {
      const about = [id];
      await insertMails(tx, { kind: 'made_export', about, worksForMs: MAIL_WORKS_FOR_MS });
    }
    return isEnded;
  });
}
