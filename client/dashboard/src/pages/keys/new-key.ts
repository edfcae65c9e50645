/**
 * The key that was created on this page, for the commands of the start page. Only this tab's memory holds it: it is
 * gone after a reload, after signing out, and when its owner discards it.
 */
import { createSignal, session } from '../../api/index.ts';

export interface NewKey {
  workspaceId: string;
  keyId: string;
  name: string;
  scopes: string[];
  secret: string;
  /** For the first run by it: the same command again gives the same run. */
  requestKey: string;
}

export const newKey = createSignal<NewKey | undefined>(undefined);

session.subscribe(() => {
  if (session.get() === 'unknown') newKey.set(undefined);
});

/** Also where the page has no TLS, and with it no `crypto.randomUUID`. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
