/** A key that encrypts content, and where it comes from. */
import type { KeyObject } from 'node:crypto';

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
