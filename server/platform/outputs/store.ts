/** Outputs as rows of PostgreSQL: in parts, so that a read loads no more than it needs. */

import type { KeptContent } from '../db/encryption/index.ts';
import type { Db } from '../db/pool.ts';
import { newUuid } from '../lib/ids.ts';
import { inSpareTime } from '../lib/shares.ts';
import { encryptOutputs, type KeptOutputs, type OutputName } from './index.ts';

/** Small, because a commit of another run waits until the parts before it in the log are on disk. */
const PART_BYTES = 65_536;
/** What the command that encrypts outputs reads at once. */
const READ_BYTES = 8 * PART_BYTES;
const NEVER = new AbortController().signal;

export function createOutputStore(db: Db): KeptOutputs {
  return {
    async save(output, content, signal = NEVER) {
      let offset = 0;
      for await (const part of inParts(content)) {
        await inSpareTime(output.workspace, signal, () => savePart(db, output, offset, part));
        offset += part.length;
      }
      // An empty output also has a row.
      if (offset === 0) await savePart(db, output, 0, Buffer.alloc(0));
    },
    read: ({ workspace, owner, kind, name }, after, maxBytes, into) =>
      db.readBytes({
        text: `select string_agg(substring(content from first + 1 for last - first), '' order by part_offset)
         from (
           select part_offset, content, least(greatest($5::bigint - part_offset, 0), length(content))::integer as first,
             least(greatest($5::bigint + $6::bigint - part_offset, 0), length(content))::integer as last
           from output_part
           where workspace = $1 and owner = $2 and kind = $3 and name = $4
             and (part_offset = 0 or (part_offset < $5::bigint + $6::bigint and part_offset + length(content) > $5))
         ) part`,
        values: [workspace, owner, kind, name, after, maxBytes],
        into,
      }),
    async owners(workspace, { after, before }, atMost) {
      const rows = await db.query<{ owner: string }>(
        `select distinct owner from output_part where workspace = $1 and owner > $2 and owner < $3
         order by owner limit $4`,
        [workspace, after, before, atMost],
      );
      return rows.map(({ owner }) => owner);
    },
    names: (workspace, owner) =>
      db.query(
        'select distinct kind, name from output_part where workspace = $1 and owner = $2 order by 1, 2',
        [workspace, owner],
      ),
    async remove(workspace, owners, signal) {
      // One by one: each may have many mebibytes.
      for (const owner of owners) {
        signal?.throwIfAborted();
        await db.query('delete from output_part where workspace = $1 and owner = $2', [
          workspace,
          owner,
        ]);
      }
    },
  };
}

async function savePart(
  db: Db,
  { workspace, owner, kind, name }: OutputName,
  offset: number,
  content: Buffer,
): Promise<void> {
  await db.query(
    `insert into output_part (workspace, owner, kind, name, part_offset, content)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [workspace, owner, kind, name, offset, content],
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

const outputs: KeptContent<OutputName> = {
  name: 'logs and artifacts of jobs, and files of exports',
  table: 'output_part',
  key: { workspace: 'uuid', owner: 'uuid', kind: 'text', name: 'text', part_offset: 'bigint' },
  // The first part stands for the whole output. Unencrypted blocks have no key.
  texts: [
    `case when part_offset = 0 then replace(encode(substring(content for 20), 'escape'), 'encrypted:1:--------', '-') end`,
  ],
  read: 'workspace, owner, kind, name',
  async encrypt(db, rows) {
    for (const output of rows) await encryptOutput(db, output);
  },
};

/**
 * In one transaction, since an encrypted output is split at other offsets: a reader finds the whole output in either form.
 * The parts go to another owner meanwhile and are read from there, because an output may be larger than the memory.
 */
function encryptOutput(db: Db, output: OutputName): Promise<void> {
  const { workspace, owner, kind, name } = output;
  const aside = newUuid();
  return db.transaction(async (tx) => {
    const moved = await tx.query(
      `update output_part set owner = $5 where workspace = $1 and owner = $2 and kind = $3 and name = $4
       returning part_offset`,
      [workspace, owner, kind, name, aside],
    );
    // It was removed in the meantime.
    if (moved.length === 0) return;
    // A store that works in this transaction.
    const within: Db = { ...db, ...tx, transaction: (work) => work(tx) };
    const inTransaction = createOutputStore(within);
    const store = encryptOutputs(db.cipher, {
      ...inTransaction,
      read: (of, ...range) => inTransaction.read({ ...of, owner: aside }, ...range),
    });
    async function* content() {
      for (let at = 0; ; ) {
        const part = await store.read(output, at, READ_BYTES);
        if (!part || part.length === 0) return;
        yield part;
        at += part.length;
      }
    }
    await store.save(output, content());
    await inTransaction.remove(workspace, [aside]);
  });
}

/** Outputs in PostgreSQL, for the command that encrypts what was saved before there was a key. */
export const KEPT_OF_OUTPUTS = [outputs] as readonly KeptContent[];
