/** The content of prompts, for the command that encrypts what was saved before there was a key. */
import { type KeptContent, keyedHash } from '../platform/db/encryption/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { parseExact } from '../platform/lib/json.ts';
import type { CompiledMessage, Content, ExactObject } from './prompt.ts';
import { decryptVersions, encryptVersion } from './version-content.ts';

interface StoredVersion {
  workspace: string;
  name: string;
  version: number;
  content: Content;
  compiled: CompiledMessage[];
  variables: string | null;
  config: string | null;
  comment: string | null;
  contentHash: string;
  requestHash: Buffer;
}

const versions: KeptContent<StoredVersion> = {
  name: 'versions of prompts',
  table: 'prompt_version',
  key: { workspace: 'uuid', name: 'text', version: 'integer' },
  // A row is encrypted as a whole, so one of its texts shows whether it is.
  texts: ['content_hash'],
  read: `workspace, name, version, content, compiled, variables::text as variables, config::text as config, comment,
    content_hash as "contentHash", request_hash as "requestHash"`,
  async encrypt(db, rows) {
    for (const row of rows) {
      const [meant] = await decryptVersions(db.cipher, row.workspace, [row]);
      await encryptRow(db, meant!);
    }
  },
};

async function encryptRow(db: Db, row: StoredVersion): Promise<void> {
  const { workspace, name, version, contentHash, requestHash } = row;
  const encrypted = await encryptVersion(db.cipher, {
    ...row,
    variables: exact(row.variables),
    config: exact(row.config),
    comment: row.comment ?? undefined,
  });
  await db.query(
    `update prompt_version set content = $4, compiled = $5, variables = $6, config = $7, comment = $8, content_hash = $9,
       request_hash = $10
     where workspace = $1 and name = $2 and version = $3 and content_hash = $11`,
    [
      ...[workspace, name, version, encrypted.content, encrypted.compiled, encrypted.variables],
      ...[encrypted.config, encrypted.comment, encrypted.contentHash],
      ...[await keyedHash(db.cipher, workspace, requestHash), contentHash],
    ],
  );
}

function exact(text: string | null): ExactObject | undefined {
  return text === null ? undefined : (parseExact(text).value as ExactObject);
}

export const KEPT_OF_PROMPTS = [versions] as readonly KeptContent[];
