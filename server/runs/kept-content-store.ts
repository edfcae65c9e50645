/** The content that runs keep, for encrypting what the service saved before it had a key. */
import {
  encryptColumns,
  type KeptContent,
  keyedHash,
  replace,
  textOfHash,
} from '../platform/db/encryption/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { decryptWords, encryptWords, PAYLOAD } from './payload-columns.ts';
import { KEYED_VERSIONS } from './request-hash.ts';
import type { RunError } from './run.ts';

interface Keyed {
  primary_key: readonly string[];
  workspace: string;
}

const RUN_PAYLOAD = { table: 'run_payload', key: { workspace: 'uuid', run: 'uuid' } };
const RUN = { table: 'run', key: { workspace: 'uuid', id: 'uuid' } };
const REQUEST_KEY = {
  table: 'request_key',
  key: { workspace: 'uuid', operation: 'text', idempotency_key: 'text' },
};

const payloads: KeptContent<
  Keyed & { id: string; request: string | null; response: string | null }
> = {
  ...RUN_PAYLOAD,
  name: 'requests and answers of runs',
  texts: ['request', 'response'],
  read: 'workspace, run as id, request, response',
  encrypt: encryptColumns(RUN_PAYLOAD, PAYLOAD),
};

type FailedRun = Keyed & { id: string; error: RunError; before: string };

const words: KeptContent<FailedRun> = {
  ...RUN,
  name: 'words of providers in failed runs',
  texts: [`error ->> 'message'`],
  read: 'workspace, id, error, error::text as before',
  async encrypt(db, rows) {
    const meant = await decryptWords(db.cipher, rows);
    const encrypted = await encryptWords(db.cipher, meant);
    await replace(
      db,
      { ...RUN, column: 'error', type: 'json' },
      rows.map(({ primary_key, before }, i) => ({
        ...{ primary_key, before },
        after: JSON.stringify(encrypted[i]!.error),
      })),
    );
  },
};

type SavedKey = Keyed & { request_hash: Buffer; hash_version: number };

const hashes: KeptContent<SavedKey> = {
  ...REQUEST_KEY,
  name: 'hashes of requests',
  texts: [textOfHash('request_hash')],
  read: 'workspace, request_hash, hash_version',
  encrypt: saveKeyedHashes,
};

async function saveKeyedHashes(db: Db, rows: SavedKey[]): Promise<void> {
  const keyed = await Promise.all(
    rows.map(({ workspace, request_hash }) => keyedHash(db.cipher, workspace, request_hash)),
  );
  await db.query(
    `update request_key k set request_hash = c.after, hash_version = k.hash_version + ${KEYED_VERSIONS}
     from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[]) as c (workspace, operation, idempotency_key, after)
     where k.workspace = c.workspace and k.operation = c.operation and k.idempotency_key = c.idempotency_key
       and k.hash_version < ${KEYED_VERSIONS}`,
    [...[0, 1, 2].map((i) => rows.map(({ primary_key }) => primary_key[i])), keyed],
  );
}

export const KEPT_OF_RUNS = [payloads, words, hashes] as readonly KeptContent[];
