/** Messages of the mock about its runs and customers: those of the service, in its words and its signature, to one address. */
import { setTimeout as sleep } from 'node:timers/promises';
import { KINDS } from '../../server/kinds.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';
import type { Unit } from '../../server/platform/lib/money.ts';
import type { RunRow } from '../../server/runs/columns.ts';
import {
  bodyOf,
  EVENT_TYPES,
  type EventType,
  headersOf,
  type MessageSource,
} from '../../server/webhooks/message.ts';

/** The first is sent at once; whoever restarts a receiver has the message soon. */
const PAUSES_MS = [0, 1_000, 5_000, 30_000];
const ANSWER_WITHIN_MS = 15_000;

interface TellingOptions {
  /** Where messages go; without it, nothing is sent. */
  to: string | undefined;
  secret: string;
  unit: Unit;
}

export interface Telling {
  /** Tells of the run if it has entered a state that an endpoint can hear of. */
  tell(run: RunRow): void;
  tellOf(type: EventType, data: object): void;
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

  function begin(about: Omit<MessageSource, 'message'>): void {
    if (to === undefined) return;
    const source = { ...about, message: newUuid() };
    // Rejects only when the mock is closed.
    send(to, source.message, bodyOf(source, { idPrefixes, unit })).catch(() => {});
  }

  return {
    tell(run) {
      const type = `run.${run.state}`;
      if (!EVENT_TYPES.some((each) => each === type)) return;
      const { id, kind, version, state, subject, currency, scale, updated_at: created_at } = run;
      const data = {
        ...{ state, subject, currency, scale, reservedAmount: run.reserved_amount },
        ...(run.charged_amount !== null && { chargedAmount: run.charged_amount }),
        ...(run.error && { errorCode: run.error.code }),
      };
      begin({ type, run: id, kind, version, data, created_at });
    },
    tellOf: (type, data) =>
      begin({ type, run: null, kind: null, version: null, data, created_at: new Date() }),
    close: () => ending.abort(),
  };
}
