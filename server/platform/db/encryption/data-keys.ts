/**
 * The keys that encrypt content: random, one or more per workspace and month, stored in the database only wrapped by a
 * key of the operator. A process caches those that it has used, so that normally it reads none from the database.
 */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { createCache } from '../../lib/cache.ts';
import { StartError } from '../../lib/errors.ts';
import type { Queryable } from '../pool.ts';
import {
  ContentError,
  type DataKey,
  type DataKeyRow,
  type DataKeys,
  decryptBytes,
  encryptBytes,
} from './cipher.ts';
import { insertRows, selectCurrent, selectOne, selectOneOfEach } from './data-key-store.ts';

/** A workspace uses two or three of them. */
const MOST_KEPT = 20_000;
const KEY_BYTES = 32;
const ID_BYTES = 4;

export function createDataKeys(db: Queryable, keyring: Keyring): DataKeys {
  const byId = createCache<DataKey>(MOST_KEPT);
  const byPurpose = createCache<DataKey>(MOST_KEPT);
  const underWay = new Map<string, Promise<DataKey>>();

  function keep(row: DataKeyRow): DataKey {
    const dataKey = { id: row.id, key: unwrap(keyring, row), row };
    byId.set(`${row.workspace} ${row.id}`, dataKey);
    return dataKey;
  }

  /** Concurrent callers share one load or one creation. */
  function once(name: string, work: () => Promise<DataKey>): Promise<DataKey> {
    const before = underWay.get(name);
    if (before) return before;
    const now = work().finally(() => underWay.delete(name));
    underWay.set(name, now);
    return now;
  }

  async function make(workspace: string, purpose: string): Promise<DataKey> {
    const [found] = await selectCurrent(db, workspace, purpose);
    const dataKey = keep(found ?? (await insertNew(db, keyring.current(), workspace, purpose)));
    byPurpose.set(`${workspace} ${purpose}`, dataKey);
    return dataKey;
  }

  return {
    known: (workspace, id) => byId.get(`${workspace} ${id}`),
    load: (workspace, id) =>
      once(`${workspace} ${id}`, async () => {
        const [row] = await selectOne(db, workspace, id);
        if (!row) throw new ContentError(`the data key ${id} of workspace ${workspace} is missing`);
        return keep(row);
      }),
    current: (workspace, purpose) =>
      byPurpose.get(`${workspace} ${purpose}`) ??
      once(`${workspace} ${purpose}`, () => make(workspace, purpose)),
    async saveAgain() {
      const rows = [...byPurpose.values()].map(({ row }) => row);
      if (rows.length > 0) await insertRows(db, rows);
    },
  };
}

function unwrap(keyring: Keyring, row: DataKeyRow): KeyObject {
  const found = keyring.find(row.key_id);
  if (!found) throw new ContentError(missing(row.key_id));
  try {
    return createSecretKey(decryptBytes(found.key, locationOf(row), row.wrapped));
  } catch (error) {
    throw new ContentError(wrong(row.key_id), error);
  }
}

/** Wraps a row with another key of the operator; the data key stays the same. */
export function rewrap(keyring: Keyring, row: DataKeyRow): DataKeyRow {
  const { id, key } = keyring.current();
  const dataKey = unwrap(keyring, row).export();
  return { ...row, key_id: id, wrapped: encryptBytes(key, locationOf(row), dataKey) };
}

function locationOf({ workspace, id }: Pick<DataKeyRow, 'workspace' | 'id'>): string {
  return `content_key\0${workspace}\0${id}`;
}

function missing(id: string): string {
  return `content in this database is encrypted under the key "${id}", which is not in CONTENT_KEYS or CONTENT_KEYS_FILE`;
}

function wrong(id: string): string {
  return `the key "${id}" in CONTENT_KEYS or CONTENT_KEYS_FILE is not the one that this database was encrypted with`;
}

/** Each key of the operator that wraps data keys has to be present, and to be the right one. */
export async function assertKeysGiven(db: Queryable, keyring: Keyring | undefined): Promise<void> {
  const rows = await selectOneOfEach(db);
  const faults = rows.flatMap((row) => {
    if (!keyring?.find(row.key_id)) return [missing(row.key_id)];
    try {
      unwrap(keyring, row);
      return [];
    } catch {
      return [wrong(row.key_id)];
    }
  });
  if (faults.length > 0) throw new StartError(`${faults.join('; ')}.`);
}

/** If two processes create one at the same time, each uses its own. */
async function insertNew(
  db: Queryable,
  by: OperatorKey,
  workspace: string,
  purpose: string,
): Promise<DataKeyRow> {
  for (;;) {
    const id = randomBytes(ID_BYTES).toString('hex');
    const wrapped = encryptBytes(by.key, locationOf({ workspace, id }), randomBytes(KEY_BYTES));
    const row = { workspace, id, purpose, key_id: by.id, wrapped };
    if ((await insertRows(db, [row])) === 1) return row;
  }
}

/** Wraps data keys, and is never in the database. */
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
