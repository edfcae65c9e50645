/**
 * The texts of a version as encrypted in its row, whose columns are JSON: the single content member, and each other
 * column as a whole, becomes a text. Names, variable names, references and labels stay unencrypted, because queries
 * find versions by them.
 */
import {
  type Columns,
  type ContentCipher,
  decryptRows,
  encryptRows,
} from '../platform/db/encryption/index.ts';
import { writeJson } from '../platform/lib/json.ts';
import type { CompiledMessage, Content, ExactObject, PromptMessage } from './prompt.ts';

/** The encrypted parts, each as a text. */
interface Texts {
  workspace: string;
  name: string;
  version: number;
  text?: string | undefined;
  messages?: string | undefined;
  compiled?: string | undefined;
  variables?: string | undefined;
  config?: string | undefined;
  comment?: string | undefined;
  contentHash?: string | undefined;
}

const CONTENT: Columns<Texts> = {
  table: 'prompt_version',
  columns: ['text', 'messages', 'compiled', 'variables', 'config', 'comment', 'contentHash'],
  at: ({ workspace, name, version }) => ({ workspace, key: `${name}\0${version}` }),
};

interface Plain {
  workspace: string;
  name: string;
  version: number;
  content: Content;
  compiled: CompiledMessage[];
  variables: ExactObject | undefined;
  config: ExactObject | undefined;
  comment: string | null;
  contentHash: string;
}

/** The columns to save. */
export async function encryptVersion(cipher: ContentCipher, plain: Plain) {
  const { workspace, name, version, content, compiled, variables, config } = plain;
  const row: Texts = {
    ...{ workspace, name, version, text: content.text },
    messages: content.messages && JSON.stringify(content.messages),
    compiled: JSON.stringify(compiled),
    variables: variables && writeJson(variables),
    config: config && writeJson(config),
    ...{ comment: plain.comment ?? undefined, contentHash: plain.contentHash },
  };
  const [saved] = await encryptRows(cipher, [row], CONTENT);
  const { text, messages } = saved!;
  /** An encrypted text is a JSON string; any other is already JSON. */
  const json = (member: 'compiled' | 'variables' | 'config' | 'messages') =>
    saved![member] === row[member] ? saved![member] : JSON.stringify(saved![member]);
  return {
    content: messages === undefined ? JSON.stringify({ text }) : `{"messages":${json('messages')}}`,
    compiled: json('compiled'),
    variables: json('variables') ?? null,
    config: json('config') ?? null,
    comment: saved!.comment ?? null,
    contentHash: saved!.contentHash,
  };
}

/** The columns of a row as read; JSON is parsed, except for `variables` and `config`. */
interface Stored {
  name: string;
  version: number;
  content?: Content | { messages: string };
  compiled?: CompiledMessage[] | string | null;
  variables?: string | null;
  config?: string | null;
  comment?: string | null;
  contentHash?: string;
}

/** The decrypted rows. */
export async function decryptVersions<Row extends Stored>(
  cipher: ContentCipher,
  workspace: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const texts = rows.map((row) => textsOf(workspace, row));
  const plain = await decryptRows(cipher, texts, CONTENT);
  return rows.map((row, i) => ({ ...row, ...columnsOf(plain[i]!) }));
}

/** Without values that are already JSON. */
function textsOf(workspace: string, row: Stored): Texts {
  const { name, version, content, compiled } = row;
  return {
    ...{ workspace, name, version },
    text: content && 'text' in content ? content.text : undefined,
    messages: stringOf(content && 'messages' in content ? content.messages : undefined),
    compiled: stringOf(compiled),
    variables: encryptedIn(row.variables),
    config: encryptedIn(row.config),
    comment: row.comment ?? undefined,
    contentHash: row.contentHash,
  };
}

function columnsOf(plain: Texts): Partial<Stored> {
  const { text, messages, compiled, variables, config, comment, contentHash } = plain;
  return {
    ...(text !== undefined && { content: { text } }),
    ...(messages !== undefined && {
      content: { messages: JSON.parse(messages) as PromptMessage[] },
    }),
    ...(compiled !== undefined && { compiled: JSON.parse(compiled) as CompiledMessage[] }),
    ...(variables !== undefined && { variables }),
    ...(config !== undefined && { config }),
    ...(comment !== undefined && { comment }),
    ...(contentHash !== undefined && { contentHash }),
  };
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The JSON of an object is not encrypted. */
function encryptedIn(json: string | null | undefined): string | undefined {
  return json?.startsWith('"') ? (JSON.parse(json) as string) : undefined;
}
