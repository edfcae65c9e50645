/** Logs and artifacts of jobs as rows of PostgreSQL: in parts, so that a read loads no more than it needs. */
import type { Db } from '../db/pool.ts';
import type { KeptOutputs, OutputName } from './outputs.ts';

const PART_BYTES = 1_048_576;
/** What one row of a read has: the library copies less for short rows, and V8 frees short texts sooner. */
const ROW_BYTES = 12_288;

export function createOutputStore(db: Db): KeptOutputs {
  return {
    async save(output, content) {
      let offset = 0;
      for await (const part of inParts(content)) {
        await savePart(db, output, offset, part);
        offset += part.length;
      }
      // An empty output also has a row.
      if (offset === 0) await savePart(db, output, 0, Buffer.alloc(0));
    },
    async read({ workspace, jobId, kind, name }, after, maxBytes, into) {
      const rows = await db.query<{ content: string }>(
        `select encode(substring(content from at + 1 for greatest(least($7::integer, last - at), 0)), 'base64') as content
         from (
           select part_offset, content, least(greatest($5::bigint - part_offset, 0), length(content))::integer as first,
             least(greatest($5::bigint + $6::bigint - part_offset, 0), length(content))::integer as last
           from compute_output
           where workspace = $1 and run = $2 and kind = $3 and name = $4
             and (part_offset = 0 or (part_offset < $5::bigint + $6::bigint and part_offset + length(content) > $5))
         ) part, generate_series(first, greatest(first, last - 1), $7::integer) as at
         order by part_offset, at`,
        [workspace, jobId, kind, name, after, maxBytes, ROW_BYTES],
        'read_output',
      );
      return rows.length === 0 ? undefined : decoded(rows, into);
    },
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

/** Base64: the library reads bytea as hexadecimal text, which takes several times as long. */
function decoded(rows: readonly { content: string }[], into: Buffer | undefined): Buffer {
  const most = rows.reduce((sum, { content }) => sum + Buffer.byteLength(content, 'base64'), 0);
  const bytes = into && into.length >= most ? into : Buffer.allocUnsafe(most);
  let length = 0;
  for (const { content } of rows) length += bytes.write(content, length, 'base64');
  return bytes.subarray(0, length);
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
