/** Logs and artifacts of jobs in PostgreSQL, for the command that encrypts what was saved before there was a key. */
import type { KeptContent } from '../../platform/db/encryption/index.ts';
import type { Db } from '../../platform/db/pool.ts';
import { encryptOutputs } from './encrypted-outputs.ts';
import { createOutputStore } from './output-store.ts';
import type { OutputName } from './outputs.ts';

type FirstPart = Pick<OutputName, 'workspace' | 'kind' | 'name'> & { run: string };

const outputs: KeptContent<FirstPart> = {
  name: 'logs and artifacts of jobs',
  table: 'compute_output',
  key: { workspace: 'uuid', run: 'uuid', kind: 'text', name: 'text', part_offset: 'bigint' },
  // The first part stands for the whole output. Unencrypted blocks have no key.
  texts: [
    `case when part_offset = 0 then replace(encode(substring(content for 20), 'escape'), 'encrypted:1:--------', '-') end`,
  ],
  read: 'workspace, run, kind, name',
  async encrypt(db, rows) {
    for (const { run: jobId, ...row } of rows) await encryptOutput(db, { ...row, jobId });
  },
};

const PART_BYTES = 1_048_576;

/** All its parts in one transaction, since an encrypted output is split at other offsets. */
function encryptOutput(db: Db, output: OutputName): Promise<void> {
  const { workspace, jobId, kind, name } = output;
  return db.transaction(async (tx) => {
    // A store that works in this transaction.
    const within: Db = { ...db, ...tx, transaction: (work) => work(tx) };
    const store = encryptOutputs(db.cipher, createOutputStore(within));
    const parts: Uint8Array[] = [];
    for (let at = 0; ; at += parts.at(-1)!.length) {
      const part = (await store.read(output, at, PART_BYTES)) ?? new Uint8Array();
      if (part.length === 0) break;
      parts.push(part);
    }
    await tx.query(
      'delete from compute_output where workspace = $1 and run = $2 and kind = $3 and name = $4',
      [workspace, jobId, kind, name],
    );
    async function* content() {
      yield* parts;
    }
    await store.save(output, content());
  });
}

export const KEPT_OF_ENGINES = [outputs] as readonly KeptContent[];
