/** The operator's keys that wrap data keys. They are never in the database. */
import { createSecretKey, type KeyObject } from 'node:crypto';

export interface OperatorKey {
  id: string;
  key: KeyObject;
}

export interface Keyring {
  /** The key that wraps new data keys. */
  current(): OperatorKey;
  find(id: string): OperatorKey | undefined;
}

const ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const KEY_BYTES = 32;

/** `id:base64` separated by commas or line ends, the current key first. Throws an error that contains no key. */
export function parseKeys(text: string): OperatorKey[] {
  const entries = text.split(/[,\r\n]+/).filter((entry) => entry.trim() !== '');
  const keys = entries.map((entry) => parseKey(entry.trim()));
  if (keys.length === 0) throw new Error('has no key');
  const twice = keys.find(({ id }, i) => keys.findIndex((other) => other.id === id) < i);
  if (twice) throw new Error(`has two keys with the id ${twice.id}`);
  return keys;
}

function parseKey(entry: string): OperatorKey {
  const [id = '', encoded = '', ...rest] = entry.split(':');
  if (rest.length > 0 || !ID.test(id)) throw new Error(FORM);
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length !== KEY_BYTES || bytes.toString('base64') !== encoded) throw new Error(FORM);
  return { id, key: createSecretKey(bytes) };
}

const FORM =
  'must be id:key by commas, each key the base64 of 32 bytes as openssl rand -base64 32 writes it';

/**
 * Keys that the process reads again if their text has changed; if the new text is not a list of keys, the previous keys
 * stay.
 */
export function createKeyring(now: () => string | undefined): Keyring {
  let text = now();
  let keys = parseKeys(text ?? '');
  function read(): OperatorKey[] {
    const latest = now();
    if (latest === undefined || latest === text) return keys;
    text = latest;
    try {
      keys = parseKeys(latest);
    } catch {
      // Somebody may be replacing it right now.
    }
    return keys;
  }
  return {
    current: () => read()[0]!,
    find: (id) => read().find((key) => key.id === id),
  };
}
