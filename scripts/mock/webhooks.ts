/** Messages of the mock about its runs: those of the service, in its words and its signature, to one address. */
import { setTimeout as sleep } from 'node:timers/promises';
import { KINDS } from '../../server/kinds.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';
import type { Unit } from '../../server/platform/lib/money.ts';
import type { RunRow } from '../../server/runs/columns.ts';
import { bodyOf, EVENT_TYPES, headersOf } from '../../server/webhooks/message.ts';

/** The first is sent at once; whoever restarts a receiver has the message soon. */
const PAUSES_MS = [0, 1_000, 5_000, 30_000];
const ANSWER_WITHIN_MS = 15_000;

export interface TellingOptions {
  /** Where messages go; without it, nothing is sent. */
  to: string | undefined;
  secret: string;
  unit: Unit;
}

export interface Telling {
  /** Tells of the run if it has entered a state that an endpoint can hear of. */
  tell(run: RunRow): void;
  close(): void;
}

export function createTelling({ to, secret, unit }: TellingOptions): Telling {
  const ending = new AbortController();
  const idPrefixes = new Map(KINDS.map(({ kind, idPrefix }) => [kind as string, idPrefix]));

  async function send(url: string, message: string, body: string): Promise<void> {
    for (const pause of PAUSES_MS) {
      await sleep(pause, undefined, { signal: ending.signal });
      const response = await fetch(url, {
        ...{ method: 'POST', redirect: 'manual', body },
        headers: headersOf({ message }, body, [secret], new Date()),
        signal: AbortSignal.any([ending.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      }).catch(() => undefined);
      if (response?.ok) return;
    }
  }

  return {
    tell(run) {
      const type = `run.${run.state}`;
      if (to === undefined || !EVENT_TYPES.some((each) => each === type)) return;
      const message = newUuid();
      const { id, kind, version, state, subject, currency, scale, updated_at: created_at } = run;
      const data = {
        ...{ state, subject, currency, scale, reservedAmount: run.reserved_amount },
        ...(run.charged_amount !== null && { chargedAmount: run.charged_amount }),
        ...(run.error && { errorCode: run.error.code }),
      };
      const source = { message, type, run: id, kind, version, data, created_at };
      // Rejects only when the mock is closed.
      send(to, message, bodyOf(source, { idPrefixes, unit })).catch(() => {});
    },
    close: () => ending.abort(),
  };
}
