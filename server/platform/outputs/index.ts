/**
 * The port for what is stored as files, in PostgreSQL or another store: logs and artifacts of jobs that have ended, and
 * exports. Encrypts them on the way into a store.
 */

import type { ContentCipher } from '../db/encryption/index.ts';
import { LOWEST_UUID } from '../lib/ids.ts';

export interface OutputName {
  workspace: string;
  /**
   * The UUID of what it belongs to: of a job, or of an export that is made in the background. Its time says how old the
   * output is.
   */
  owner: string;
  kind: 'log' | 'artifact' | 'export';
  /** `stdout`, `stderr`, the name of an artifact, or the attempt that makes an export. */
  name: string;
}

export interface OutputStore {
  /** Saves a whole output. A repeat changes nothing: the first save stays. Once the signal aborts, it rejects soon. */
  save(output: OutputName, content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void>;
  /**
   * At most `maxBytes` from the offset `after`. Absent: none was saved. A reader of many parts passes the same `into` each
   * time, which the store may use for the bytes: otherwise V8 collects the whole heap for every few mebibytes of buffers.
   */
  read(
    output: OutputName,
    after: number,
    maxBytes: number,
    into?: Buffer,
  ): Promise<Uint8Array | undefined>;
}

/** A store that can remove outputs that the service no longer keeps. */
export interface KeptOutputs extends OutputStore {
  /** Owners in the workspace of saved outputs, whose ids are above `after` and below `before`: the lowest ids first. */
  owners(workspace: string, range: OwnerRange, atMost: number): Promise<string[]>;
  /** All outputs of one owner. */
  names(workspace: string, owner: string): Promise<Pick<OutputName, 'kind' | 'name'>[]>;
  /** Removes all outputs of these owners. */
  remove(workspace: string, owners: readonly string[], signal?: AbortSignal): Promise<void>;
}

interface OwnerRange {
  after: string;
  before: string;
}

/**
 * Removes the outputs of owners below `before`, except those of open jobs. Returns whether all of them are gone: it stops
 * when the time is up.
 */
export async function removeOutputs(
  store: Pick<KeptOutputs, 'owners' | 'remove'>,
  { workspace, before }: { workspace: string; before: string },
  areOpen: (owners: readonly string[]) => Promise<{ has(owner: string): boolean }>,
  isTimeUp: () => boolean,
): Promise<boolean> {
  let none = true;
  for (let after = LOWEST_UUID; ; ) {
    const owners = await store.owners(workspace, { after, before }, REMOVED_AT_ONCE);
    const open = await areOpen(owners);
    const ended = owners.filter((owner) => !open.has(owner));
    if (ended.length < owners.length) none = false;
    await store.remove(workspace, ended);
    if (owners.length < REMOVED_AT_ONCE) return none;
    if (isTimeUp()) return false;
    after = owners.at(-1)!;
  }
}

const REMOVED_AT_ONCE = 100;

/** Room for eight blocks, and for what a read of unencrypted content has before or after them. */
const READ_BYTES = 9 * 65_536;
/** The stored size. Parts of stores are multiples of it. */
const BLOCK_BYTES = 65_536;
/** The prefix of each block. */
const MARK = Buffer.from('encrypted:1:', 'latin1');
const KEY_ID_BYTES = 8;
/** In the place of the id of a key. */
const NOT_ENCRYPTED = '-'.repeat(KEY_ID_BYTES);
const HEAD_BYTES = MARK.length + KEY_ID_BYTES;
/** The length of the nonce and the tag. */
const CIPHER_BYTES = 28;
/** What a block contains of an output. */
const PLAIN_BYTES = BLOCK_BYTES - HEAD_BYTES - CIPHER_BYTES;
/** Whole blocks, so that the process decrypts none twice. */
const PART_BYTES = 8 * PLAIN_BYTES;

/** From the byte `from`, without the byte `to`. */
export interface Span {
  from: number;
  to: number;
}

/**
 * The bytes of an output in parts. Throws if not all of it is there any more: the caller then knows that it is incomplete.
 * A part is valid until the next one is requested.
 */
export async function* readWhole(
  store: Pick<OutputStore, 'read'>,
  output: OutputName,
  { from, to }: Span,
): AsyncGenerator<Uint8Array, void, undefined> {
  const into = Buffer.allocUnsafe(READ_BYTES);
  for (let after = from; after < to; ) {
    const partEnd = after - (after % PART_BYTES) + PART_BYTES;
    const part = await store.read(output, after, Math.min(partEnd, to) - after, into);
    if (!part || part.length === 0) throw new Error('a part of an output is not there any more');
    yield part;
    after += part.length;
  }
}

/**
 * Encrypts outputs on their way into a store. It splits an output into blocks and encrypts each
 * separately, bound to its position in the output, so that a reader can read a part without the rest. A block has one
 * size in the store, however the store splits it again: so the part that an interrupted save wrote fits what a later
 * save writes. Outputs saved before there were keys are read unchanged.
 */
export function encryptOutputs(cipher: ContentCipher, store: KeptOutputs): KeptOutputs {
  return {
    ...store,
    save: (output, content, signal) => store.save(output, inForm(cipher, output, content), signal),
    async read(output, after, maxBytes, into) {
      const first = Math.floor(after / PLAIN_BYTES);
      const last = Math.floor((after + Math.max(1, maxBytes) - 1) / PLAIN_BYTES);
      const at = first * BLOCK_BYTES;
      // One read for both forms: the first bytes of the block say which one it is.
      const begin = Math.min(at, after);
      const end = Math.max((last + 1) * BLOCK_BYTES, after + maxBytes);
      const stored = await store.read(output, begin, end - begin, into);
      if (stored === undefined) return undefined;
      const all = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
      const bytes = all.subarray(at - begin, (last + 1) * BLOCK_BYTES - begin);
      if (!(await isEncrypted(store, output, at, bytes)))
        return all.subarray(after - begin, after - begin + maxBytes);
      const plain = await decrypted(cipher, output, first, bytes);
      const from = after - first * PLAIN_BYTES;
      return plain.subarray(from, from + maxBytes);
    },
  };
}

/** Past the end of an output, only its first block shows whether it is encrypted. */
async function isEncrypted(
  store: KeptOutputs,
  output: OutputName,
  at: number,
  bytes: Buffer,
): Promise<boolean> {
  if (bytes.length > 0 || at === 0) return bytes.subarray(0, MARK.length).equals(MARK);
  const head = await store.read(output, 0, MARK.length);
  return head !== undefined && MARK.equals(head);
}

/** Unencrypted content stays as it is, except content that begins like a block: it is saved in blocks. */
async function* inForm(
  cipher: ContentCipher,
  output: OutputName,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (!cipher.encrypts && head.length < MARK.length) {
    const { value, done } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const all = joined(head, chunks);
  const isInBlocks = cipher.encrypts || head.subarray(0, MARK.length).equals(MARK);
  yield* isInBlocks ? inBlocksOf(cipher, output, all) : all;
}

/** The chunks also end if their reader stops at the head. */
async function* joined(head: Buffer, chunks: AsyncIterator<Uint8Array>) {
  try {
    if (head.length > 0) yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  } finally {
    await chunks.return?.();
  }
}

async function* inBlocksOf(
  cipher: ContentCipher,
  output: OutputName,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let block = 0;
  for await (const plain of cut(content)) {
    const made = await cipher.encryptBytes(output.workspace, locationOf(output, block), plain);
    const { dataKey, bytes } = made ?? {
      dataKey: NOT_ENCRYPTED,
      bytes: Buffer.concat([plain, Buffer.alloc(CIPHER_BYTES)]),
    };
    yield Buffer.concat([MARK, Buffer.from(dataKey, 'latin1'), bytes]);
    block += 1;
  }
}

/** An empty output has one block, so that it differs from one that was saved unchanged. */
async function* cut(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  let isEmpty = true;
  for await (const chunk of content) {
    held = Buffer.concat([held, chunk]);
    for (; held.length >= PLAIN_BYTES; held = held.subarray(PLAIN_BYTES)) {
      isEmpty = false;
      yield held.subarray(0, PLAIN_BYTES);
    }
  }
  if (held.length > 0 || isEmpty) yield held;
}

/** In the place of the blocks, each of which is longer than what it contains. */
async function decrypted(
  cipher: ContentCipher,
  output: OutputName,
  first: number,
  stored: Buffer,
): Promise<Buffer> {
  let length = 0;
  for (let at = 0, block = first; at < stored.length; at += BLOCK_BYTES, block += 1) {
    const bytes = stored.subarray(at, at + BLOCK_BYTES);
    const dataKey = bytes.toString('latin1', MARK.length, HEAD_BYTES);
    const rest = bytes.subarray(HEAD_BYTES);
    const plain =
      dataKey === NOT_ENCRYPTED
        ? rest.subarray(0, -CIPHER_BYTES)
        : await cipher.decryptBytes(output.workspace, locationOf(output, block), {
            dataKey,
            bytes: rest,
          });
    length += plain.copy(stored, length);
  }
  return stored.subarray(0, length);
}

function locationOf({ owner, kind, name }: OutputName, block: number): string {
  return ['output_part.content', owner, kind, String(block), name].join('\0');
}
