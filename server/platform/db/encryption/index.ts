/** How content is encrypted in the database; see ADR 17. */
import type { PooledDb } from '../pool.ts';
import { type ContentCipher, createContentCipher, type DataKeys, NO_ENCRYPTION } from './cipher.ts';
import { createDataKeys, type Keyring } from './data-keys.ts';

export interface Encryption {
  cipher: ContentCipher;
  /** Undefined if the operator gave no keys. */
  keyring: Keyring | undefined;
  /** Saves the cached data keys again if the database does not have them: it may have gone back in time. */
  saveAgain(): Promise<void>;
  close(): Promise<void>;
}

interface EncryptionOptions {
  keyring: Keyring | undefined;
  /** Off: the service reads encrypted content, and encrypts nothing more. */
  isOn: boolean;
  /** A connection of its own: statements that wait for a data key may occupy all others. */
  open: () => PooledDb;
}

export function createEncryption({ keyring, isOn, open }: EncryptionOptions): Encryption {
  if (!keyring) {
    const none = async () => {};
    return { cipher: NO_ENCRYPTION, keyring, saveAgain: none, close: none };
  }
  const db = open();
  const dataKeys: DataKeys = createDataKeys(db, keyring);
  return {
    cipher: createContentCipher(dataKeys, isOn),
    keyring,
    saveAgain: dataKeys.saveAgain,
    close: () => db.close(),
  };
}

export { type ContentCipher, ContentError, NO_ENCRYPTION } from './cipher.ts';
export { countDataKeys, selectOthers, updateWrapped } from './data-key-store.ts';
export { assertKeysGiven, createKeyring, type Keyring, rewrap } from './data-keys.ts';
export {
  byteaOf,
  type Columns,
  countKept,
  decryptEachRow,
  decryptRows,
  encryptColumns,
  encryptKept,
  encryptRows,
  isHashOf,
  type KeptContent,
  keyedHash,
  replace,
  textOfHash,
} from './kept.ts';
