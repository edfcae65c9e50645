/** A message as the Standard Webhooks specification has it: its body, and the headers that prove who sent it. */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { uuidToId } from '../kernel/ids.ts';
import type { Unit } from '../kernel/money.ts';

/** What is said to an endpoint; the rest is read from the API. */
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

/** What messages say that is the same in all of them; `idPrefixes` are those of the runs, by kind. */
export interface Wording {
  idPrefixes: ReadonlyMap<string, string>;
  /** Of amounts that are no run's: a run has its own. */
  unit: Unit;
}

export function bodyOf(source: MessageSource, { idPrefixes, unit }: Wording): string {
  const { type, run, kind, version, data, created_at } = source;
  const prefix = kind === null ? undefined : idPrefixes.get(kind);
  const about =
    run === null || prefix === undefined ? unit : { id: uuidToId(prefix, run), kind, version };
  const timestamp = created_at.toISOString();
  return JSON.stringify({ type, timestamp, data: { ...about, ...withPublicKey(data) } });
}

/** A key is named as its workspace knows it. */
function withPublicKey(data: { keyId?: string }): object {
  const { keyId } = data;
  return keyId === undefined ? data : { ...data, keyId: uuidToId('key', keyId) };
}

/** Signed with each of the secrets: a receiver has the one or the other while they change. */
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
