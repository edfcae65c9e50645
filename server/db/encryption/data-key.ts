/** A key that content is encrypted under, and who has them. */
import type { KeyObject } from 'node:crypto';

export interface DataKey {
  /** Eight hexadecimal digits, unique in its workspace. */
  id: string;
  key: KeyObject;
  /** As it was saved. */
  row: DataKeyRow;
}

export interface DataKeys {
  /** From memory. */
  known(workspace: string, id: string): DataKey | undefined;
  /** From the database; rejects with a ContentError where it is not there or cannot be unwrapped. */
  load(workspace: string, id: string): Promise<DataKey>;
  /** The one to use for a purpose, made if there is none. */
  current(workspace: string, purpose: string): DataKey | Promise<DataKey>;
  /** Saves those again that a database which went back in time does not have. */
  saveAgain(): Promise<void>;
}

export interface DataKeyRow {
  workspace: string;
  id: string;
  /** A month, for content; `hash` for keyed hashes. */
  purpose: string;
  /** Which key of the operator it is wrapped with. */
  key_id: string;
  wrapped: Buffer;
}
