/**
 * How the database stores content: as plain text, or encrypted under a data key of its workspace. Encrypted content is
 * bound to its location, so it can be read nowhere else. The prefix of a text says whether it is encrypted, and a
 * caller's text that begins with that prefix gets another one.
 */

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

export interface Cell {
  workspace: string;
  /** The table, the column, and the key of the row. */
  location: string;
  text: string;
}

export interface ContentCipher {
  /** Whether content is encrypted from now on. */
  readonly encrypts: boolean;
  /** The texts to save. */
  encrypt(cells: readonly Cell[]): Promise<string[]>;
  /** The texts of cells, or why one is not available. */
  decryptEach(cells: readonly Cell[]): Promise<(string | ContentError)[]>;
  /** The id of the data key and the ciphertext; undefined if nothing is encrypted. */
  encryptBytes(
    workspace: string,
    location: string,
    bytes: Uint8Array,
  ): Promise<EncryptedBytes | undefined>;
  decryptBytes(workspace: string, location: string, encrypted: EncryptedBytes): Promise<Buffer>;
  /** A hash that requires the key to compute; undefined if nothing is encrypted. */
  keyedHash(workspace: string, hash: Buffer): Promise<Buffer | undefined>;
  /** The same, under the key of a saved hash. */
  keyedHashLike(saved: Buffer, workspace: string, hash: Buffer): Promise<Buffer>;
}

export interface EncryptedBytes {
  dataKey: string;
  bytes: Buffer;
}

export const ENCRYPTED = 'encrypted:1:';
const PLAIN = 'plain:1:';

/** The length of the id of the data key in front of a keyed hash. */
const HASH_KEY_BYTES = 4;

const NO_KEY =
  'content is encrypted, and this process was given no key: CONTENT_KEYS or CONTENT_KEYS_FILE';

function refuse(): never {
  throw new ContentError(NO_KEY);
}

/** If the operator gave no keys. */
export const NO_ENCRYPTION: ContentCipher = {
  encrypts: false,
  encrypt: async (cells) => cells.map(({ text }) => asPlain(text)),
  decryptEach: async (cells) =>
    cells.map(({ text }) =>
      text.startsWith(ENCRYPTED) ? new ContentError(NO_KEY) : fromPlain(text),
    ),
  encryptBytes: async () => undefined,
  decryptBytes: async () => refuse(),
  keyedHash: async () => undefined,
  keyedHashLike: async () => refuse(),
};

export function createContentCipher(dataKeys: DataKeys, encrypts: boolean): ContentCipher {
  const keyOf = (workspace: string, id: string): DataKey | Promise<DataKey> =>
    dataKeys.known(workspace, id) ?? dataKeys.load(workspace, id);

  async function decrypt({ workspace, location, text }: Cell): Promise<string | ContentError> {
    if (!text.startsWith(ENCRYPTED)) return fromPlain(text);
    const end = text.indexOf(':', ENCRYPTED.length);
    try {
      const { key } = await keyOf(workspace, text.slice(ENCRYPTED.length, end));
      const bytes = Buffer.from(text.slice(end + 1), 'base64');
      return decryptAt(key, workspace, location, bytes).toString('utf8');
    } catch (error) {
      // Any other error, such as an unreachable database, is not a fault of this text.
      if (!(error instanceof ContentError)) throw error;
      return error;
    }
  }

  const monthKey = (workspace: string): DataKey | Promise<DataKey> =>
    dataKeys.current(workspace, month());

  return {
    encrypts,
    async encrypt(cells) {
      if (!encrypts) return cells.map(({ text }) => asPlain(text));
      const keys = await Promise.all(cells.map(({ workspace }) => monthKey(workspace)));
      return cells.map(({ workspace, location, text }, i) => {
        const { id, key } = keys[i]!;
        const bytes = encryptBytes(key, boundTo(workspace, location), text);
        return `${ENCRYPTED}${id}:${bytes.toString('base64')}`;
      });
    },
    decryptEach: (cells) => Promise.all(cells.map(decrypt)),
    async encryptBytes(workspace, location, bytes) {
      if (!encrypts) return undefined;
      const { id, key } = await monthKey(workspace);
      return { dataKey: id, bytes: encryptBytes(key, boundTo(workspace, location), bytes) };
    },
    async decryptBytes(workspace, location, { dataKey, bytes }) {
      const { key } = await keyOf(workspace, dataKey);
      return decryptAt(key, workspace, location, bytes);
    },
    async keyedHash(workspace, hash) {
      if (!encrypts) return undefined;
      return hashWith(await dataKeys.current(workspace, 'hash'), hash);
    },
    async keyedHashLike(saved, workspace, hash) {
      const id = saved.subarray(0, HASH_KEY_BYTES).toString('hex');
      return hashWith(await keyOf(workspace, id), hash);
    },
  };
}

function hashWith({ id, key }: DataKey, hash: Buffer): Buffer {
  return Buffer.concat([Buffer.from(id, 'hex'), createHmac('sha256', key).update(hash).digest()]);
}

function decryptAt(key: KeyObject, workspace: string, location: string, bytes: Buffer): Buffer {
  try {
    return decryptBytes(key, boundTo(workspace, location), bytes);
  } catch (error) {
    throw new ContentError(
      `${location.replaceAll('\0', ' ')} of workspace ${workspace} cannot be decrypted: it was changed, or moved here from another place`,
      error,
    );
  }
}

function boundTo(workspace: string, location: string): string {
  return `${workspace}\0${location}`;
}

/** UTC, as `2026-11`. */
function month(): string {
  return new Date().toISOString().slice(0, 7);
}

/** Whether the saved text differs from the text that is meant. */
export function isMarked(text: string): boolean {
  return text.startsWith(ENCRYPTED) || text.startsWith(PLAIN);
}

function asPlain(text: string): string {
  return isMarked(text) ? `${PLAIN}${text}` : text;
}

function fromPlain(text: string): string {
  return text.startsWith(PLAIN) ? text.slice(PLAIN.length) : text;
}

/* AES-256-GCM: a nonce, the ciphertext and the tag, concatenated. Decryption needs the same associated data. */

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Nonces come from a pool of random bytes, because a system call for each takes as long as encrypting a short text. */
const POOLED_NONCES = 256;
let pool = Buffer.alloc(0);

function nextNonce(): Buffer {
  if (pool.length === 0) pool = randomBytes(POOLED_NONCES * NONCE_BYTES);
  const nonce = pool.subarray(0, NONCE_BYTES);
  pool = pool.subarray(NONCE_BYTES);
  return nonce;
}

export function encryptBytes(key: KeyObject, bound: string, plain: Uint8Array | string): Buffer {
  const nonce = nextNonce();
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  cipher.setAAD(Buffer.from(bound, 'utf8'));
  const text = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  return Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]);
}

/** Throws if the key, the associated data, or a single bit differs. */
export function decryptBytes(key: KeyObject, bound: string, encrypted: Buffer): Buffer {
  const end = encrypted.length - TAG_BYTES;
  if (end < NONCE_BYTES) throw new Error('a ciphertext is cut off');
  const nonce = encrypted.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(bound, 'utf8'));
  decipher.setAuthTag(encrypted.subarray(end));
  const plain = decipher.update(encrypted.subarray(NONCE_BYTES, end));
  // In this mode, the end has no bytes: it only checks the tag.
  decipher.final();
  return plain;
}

/* A key that encrypts content, and where it comes from. */

export interface DataKey {
  /** Eight hexadecimal digits, unique in its workspace. */
  id: string;
  key: KeyObject;
  /** As saved. */
  row: DataKeyRow;
}

export interface DataKeys {
  /** From memory. */
  known(workspace: string, id: string): DataKey | undefined;
  /** From the database; rejects with a ContentError if it is missing or cannot be unwrapped. */
  load(workspace: string, id: string): Promise<DataKey>;
  /** The data key to use for a purpose, created if there is none. */
  current(workspace: string, purpose: string): DataKey | Promise<DataKey>;
  /** Saves the cached data keys again that a database that went back in time does not have. */
  saveAgain(): Promise<void>;
}

export interface DataKeyRow {
  workspace: string;
  id: string;
  /** A month, for content; `hash` for keyed hashes. */
  purpose: string;
  /** The key of the operator that wraps it. */
  key_id: string;
  wrapped: Buffer;
}

/** Saved content cannot be decrypted. The message never contains content. */
export class ContentError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ContentError';
  }
}
