/** A message in the form of the Standard Webhooks specification: its body, and the headers that prove who sent it. */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { uuidToId } from '../platform/lib/ids.ts';
import type { Unit } from '../platform/lib/money.ts';

/** The events that endpoints can receive. */
export const EVENT_TYPES = [
  'run.completed',
  'run.failed',
  'run.needs_reconciliation',
  'credit.low',
  'key.limit_near',
  'runs.failure_rate_high',
  'recharge.off',
  'budget.reached',
  'customer.blocked',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

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
  const about = named || (Object.keys(data).some((name) => name.endsWith('Amount')) && unit);
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
