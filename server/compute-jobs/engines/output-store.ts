/** Logs and artifacts of jobs as rows of PostgreSQL: in parts, so that a read loads no more than it needs. */

import type { KeptContent } from '../../platform/db/encryption/index.ts';
import type { Db } from '../../platform/db/pool.ts';
import { inSpareTime } from '../../platform/lib/shares.ts';
import { encryptOutputs, type KeptOutputs, type OutputName } from './outputs.ts';

/** Small, because a commit of another run waits until the parts before it in the log are on disk. */
const PART_BYTES = 65_536;
const NEVER = new AbortController().signal;

export function createOutputStore(db: Db): KeptOutputs {
  return {
    async save(output, content) {
      let offset = 0;
      for await (const part of inParts(content)) {
        await inSpareTime(output.workspace, NEVER, () => savePart(db, output, offset, part));
        offset += part.length;
      }
      // An empty output also has a row.
      if (offset === 0) await savePart(db, output, 0, Buffer.alloc(0));
    },
    read: ({ workspace, jobId, kind, name }, after, maxBytes, into) =>
      db.readBytes({
        text: `select string_agg(substring(content from first + 1 for last - first), '' order by part_offset)
         from (
           select part_offset, content, least(greatest($5::bigint - part_offset, 0), length(content))::integer as first,
             least(greatest($5::bigint + $6::bigint - part_offset, 0), length(content))::integer as last
           from compute_output
           where workspace = $1 and run = $2 and kind = $3 and name = $4
             and (part_offset = 0 or (part_offset < $5::bigint + $6::bigint and part_offset + length(content) > $5))
         ) part`,
        values: [workspace, jobId, kind, name, after, maxBytes],
        into,
      }),
    async jobs(workspace, { after, before }, atMost) {
      const rows = await db.query<{ run: string }>(
        `select distinct run from compute_output where workspace = $1 and run > $2 and run < $3
         order by run limit $4`,
        [workspace, after, before, atMost],
      );
      return rows.map(({ run }) => run);
    },
    names: (workspace, jobId) =>
      db.query(
        'select distinct kind, name from compute_output where workspace = $1 and run = $2 order by 1, 2',
        [workspace, jobId],
      ),
    async remove(workspace, jobIds) {
      // One by one: each may have many mebibytes.
      for (const jobId of jobIds) {
        await db.query('delete from compute_output where workspace = $1 and run = $2', [
          workspace,
          jobId,
        ]);
      }
    },
  };
}

async function savePart(
  db: Db,
  { workspace, jobId, kind, name }: OutputName,
  offset: number,
  content: Buffer,
): Promise<void> {
  await db.query(
    `insert into compute_output (workspace, run, kind, name, part_offset, content)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [workspace, jobId, kind, name, offset, content],
    'save_output',
  );
}

/** Always split at the same offsets, so that a repeat saves the same rows. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    held.push(Buffer.from(chunk));
    bytes += chunk.length;
    while (bytes >= PART_BYTES) {
      const all = Buffer.concat(held);
      yield all.subarray(0, PART_BYTES);
      held = [all.subarray(PART_BYTES)];
      bytes = all.length - PART_BYTES;
    }
  }
  if (bytes > 0) yield Buffer.concat(held);
}

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

/** Logs and artifacts of jobs in PostgreSQL, for the command that encrypts what was saved before there was a key. */
export const KEPT_OF_ENGINES = [outputs] as readonly KeptContent[];
