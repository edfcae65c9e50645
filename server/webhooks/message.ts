/** A message in the form of the Standard Webhooks specification: its body, and the headers that prove who sent it. */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Scope } from '../keys/index.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import type { Unit } from '../platform/lib/money.ts';

interface EventKind {
  /** A key with this scope can read what the message has. */
  scope: Scope;
  /** Its amounts belong to no run, so it has the unit of the deployment. */
  hasAmounts?: true;
}

/** The events that endpoints can receive. */
const EVENTS = {
  'run.completed': { scope: 'models:read' },
  'run.failed': { scope: 'models:read' },
  'run.needs_reconciliation': { scope: 'models:read' },
  'credit.low': { scope: 'models:read', hasAmounts: true },
  'key.limit_near': { scope: 'models:read', hasAmounts: true },
  'runs.failure_rate_high': { scope: 'models:read' },
  'recharge.off': { scope: 'models:read', hasAmounts: true },
  'budget.reached': { scope: 'customers:read', hasAmounts: true },
  'customer.blocked': { scope: 'customers:read' },
} as const satisfies Record<string, EventKind>;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

/** Undefined for a type that no endpoint can select. */
const kindOf = (type: string): EventKind | undefined => EVENTS[type as EventType];

/** A key needs this scope to read what messages of the type have. */
export const scopeOf = (type: string): Scope | undefined => kindOf(type)?.scope;

/** The content for an endpoint; the receiver reads the rest from the API. */
export interface MessageSource {
  /** Names the message, the same in every attempt. */
  message: string;
  type: string;
  run: string | null;
  kind: string | null;
  version: number | null;
  data: object;
  created_at: Date;
}

export const MESSAGE_PREFIX = 'msg';
const SECRET_BYTES = 32;

export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The common parts of all messages; `idPrefixes` are those of the runs, by kind. */
export interface Wording {
  idPrefixes: ReadonlyMap<string, string>;
  /** For amounts that do not belong to a run: a run has its own. */
  unit: Unit;
}

export function bodyOf(source: MessageSource, { idPrefixes, unit }: Wording): string {
  const { type, run, kind, version, data, created_at } = source;
  const prefix = kind === null ? undefined : idPrefixes.get(kind);
  const named = run !== null &&
    prefix !== undefined && { id: uuidToId(prefix, run), kind, version };
  const about = named || (kindOf(type)?.hasAmounts && unit);
  const timestamp = created_at.toISOString();
  return JSON.stringify({ type, timestamp, data: { ...about, ...withPublicKey(data) } });
}

/** Names a key by the id that its workspace knows. */
function withPublicKey(data: { keyId?: string }): object {
  const { keyId } = data;
  return keyId === undefined ? data : { ...data, keyId: uuidToId('key', keyId) };
}

/** Signed with each of the secrets: during a rotation, a receiver has one or the other. */
export function headersOf(
  source: Pick<MessageSource, 'message'>,
  body: string,
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const id = uuidToId(MESSAGE_PREFIX, source.message);
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}
