/**
 * The key that was created on this page, for the commands of the start page. Only the memory of this tab has it: it is
 * lost after a reload, after signing out, and when its owner discards it.
 */
import { createSignal, session } from '../../api/index.ts';

export interface NewKey {
  workspaceId: string;
  keyId: string;
  name: string;
  scopes: string[];
  secret: string;
  /** The request key of the first run with the key. The same command again returns the same run. */
  requestKey: string;
}

export const newKey = createSignal<NewKey | undefined>(undefined);

session.subscribe(() => {
  if (session.get() === 'unknown') newKey.set(undefined);
});
