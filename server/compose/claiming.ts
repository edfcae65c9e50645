/**
 * Whether workers may claim runs. Every process asks again and again: those that claim, before they do, and also those
 * that only create, because a promoted database may lack commits that it acknowledged to them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deployment } from '../platform/deployment/index.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Meter } from '../platform/telemetry/meter.ts';

export interface ClaimingOptions {
  deployment: Deployment;
  log: Log;
  meter?: Meter | undefined;
}

const REFUSED =
  'ALERT: the database is not the one that this deployment knows, or has gone back in time: no run is started until npm run cli -- recover';
const LOOKING =
  'the database was promoted, or the process is back from another one: no run is started until it is proven that nothing was lost';
const PROVEN = 'runs are started again: the database is the known one, and has all that was saved';

/** Logs each change. */
export function createMayClaim({ deployment, log, meter }: ClaimingOptions) {
  let said: string | undefined;

  return async (): Promise<boolean> => {
    const known = await deployment.isKnown();
    meter?.mayClaim(known);
    const now = known ? undefined : deployment.mayBeProven() ? LOOKING : REFUSED;
    if (now === said) return known;
    if (now === REFUSED) log.error(REFUSED);
    else log.warn(now ?? PROVEN);
    said = now;
    return known;
  };
}

/** For a process without a worker; a worker would ask. */
export function askUntilStopped(
  mayClaim: () => Promise<boolean>,
  { everyMs, log }: { everyMs: number; log: Log },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function ask(): Promise<void> {
    while (!signal.aborted) {
      await sleep(everyMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await mayClaim().catch((error: unknown) =>
        log.warn({ err: error }, 'whether runs may be claimed is not known'),
      );
    }
  }

  const asking = ask();
  return {
    async stop() {
      stopping.abort();
      await asking;
    },
  };
}
