/** Entries as the dashboard shows them: how they changed the available balance. */

import { runIdOf } from '../kinds.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import type { EntryRow } from './index.ts';

export interface EntryView {
  id: string;
  kind: string;
  amount: number;
  direction: 'in' | 'out' | 'none';
  account: 'wallet' | 'key_credit';
  runId?: string;
  keyId?: string;
  reference?: string;
  createdAt: string;
  walletBalanceAmount?: number;
}

export function toEntry(row: EntryRow & { walletBalance?: number }): EntryView {
  const { run, apiKey, reference, walletBalance } = row;
  return {
    id: String(row.id),
    kind: KINDS[row.kind] ?? row.kind,
    amount: row.amount,
    direction: directionOf(row),
    account: row.accountKind,
    ...(run !== null && { runId: runIdOf(row.runKind, run) }),
    ...(apiKey !== null && { keyId: uuidToId('key', apiKey) }),
    // Those of transfers are the ledger's own.
    ...(reference !== null && !row.kind.startsWith('transfer_') && { reference }),
    createdAt: row.createdAt.toISOString(),
    ...(walletBalance !== undefined && { walletBalanceAmount: walletBalance }),
  };
}

/** The kind in the ledger. */
export function storedKind(kind: string): string {
  return Object.keys(KINDS).find((stored) => KINDS[stored] === kind) ?? kind;
}

function directionOf({ from, to }: EntryRow): EntryView['direction'] {
  if (to === 'available') return 'in';
  return from === 'available' ? 'out' : 'none';
}

const KINDS: Record<string, string | undefined> = {
  capture_provider: 'capture',
  capture_fee: 'fee',
};
