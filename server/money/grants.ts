/**
 * Grants: credit that the operator gives a workspace, with a reason and an expiry. A grant is credit of the wallet like
 * any other, and is spent before credit that was paid for, the grant that expires first before the others. Creates know
 * nothing of grants: what each has left follows from what the accounts of the workspace have been charged since it was
 * last worked out, because an account counts its charges anyway. So whatever changes the grants of a workspace first
 * locks its accounts and brings the grants up to date.
 *
 * A worker ends a grant at the first turn after its expiry: it takes what is left from what the workspace has available.
 * What runs hold of the grant then they still spend; what they release is taken in the transaction that ends them
 * (`take_released`).
 */

import { hash } from 'node:crypto';
import { type Actor, recordAct, recordEvent } from '../audit-trail/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { eachDue } from '../platform/lib/each-due.ts';
import { invariant } from '../platform/lib/errors.ts';
import { newUuid, uuidToId } from '../platform/lib/ids.ts';
import { MAX_AMOUNT } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import { attribute, leftOf, type Sums, settleCounted } from './attribution.ts';
import {
  claimCard,
  endGrantNow,
  type Grant,
  type GrantPage,
  hasGrants,
  insertExpiry,
  insertGrant,
  lockWorkspace,
  type OpenGrant,
  type Reason,
  saveCounted,
  selectByReference,
  selectCounted,
  selectDue,
  selectGrant,
  selectGrants,
  selectHeldRuns,
} from './grant-store.ts';
import { creditWallet, insertCredit } from './store.ts';
import { checkAmount, checkReference, wrongMember } from './transfer.ts';

export { type Grant, type GrantPage, REASONS } from './grant-store.ts';

export const GRANT_PREFIX = 'grt';

interface NewGrant {
  workspace: string;
  amount: number;
  reason: Reason;
  expiresAt: Date;
  note?: string | undefined;
  actor?: Actor;
  /** One reference gives one grant of the workspace, however often it is sent. */
  reference: string;
}

/** Each is read whenever the grants of its workspace are brought up to date. */
const MOST_OPEN = 100;
const LONGEST_DAYS = 3_660;
const LONGEST_NOTE = 500;
const DUE_AT_ONCE = 50;
/** The most that a list of all grants has. */
const LISTED = 1_000;

/** `replayed`: the reference has given this grant before. */
export async function giveGrant(
  tx: Queryable,
  { note, actor, ...given }: NewGrant,
): Promise<{ replayed: boolean; grant: Grant }> {
  const { workspace, amount, reason, expiresAt, reference } = given;
  checkAmount(amount, 'The amount');
  checkReference(reference);
  if (note !== undefined && (note.length < 1 || note.length > LONGEST_NOTE)) {
    throw wrongMember('note', 'max_length', `The note must have 1 to ${LONGEST_NOTE} characters.`);
  }
  // The lock makes a concurrent twin wait for this one.
  const { grants, sums } = await settleLocked(tx, workspace);
  const known = await selectByReference(tx, workspace, reference);
  if (known) return { replayed: true, grant: checkReplay(known, given) };
  checkExpiry(expiresAt);
  if (grants.length >= MOST_OPEN) {
    const detail = `The workspace has ${MOST_OPEN} grants that have not ended, and cannot have more.`;
    throw new Problem('conflict', detail);
  }
  const id = newUuid();
  const grant = await insertGrant(tx, { ...given, id, note: note ?? null }, sums);
  const entry = await insertCredit(tx, { workspace, amount, reference, kind: 'grant' });
  invariant(entry, 'the entry of a new grant is new');
  if ((await creditWallet(tx, workspace, amount)) === undefined) {
    const detail = `The workspace would hold more than ${MAX_AMOUNT} units.`;
    throw wrongMember('amount', 'maximum', detail);
  }
  const detail = { grant: uuidToId(GRANT_PREFIX, id), amount, reason, reference };
  await recordEvent(tx, workspace, 'credit_granted', { ...detail, expiresAt }, actor);
  return { replayed: false, grant };
}

function checkReplay(known: Grant, { amount, reason, expiresAt }: NewGrant): Grant {
  const isSame =
    known.amount === amount &&
    known.reason === reason &&
    known.expiresAt.getTime() === expiresAt.getTime();
  if (isSame) return known;
  const detail = `has given ${known.amount} units before (${known.reason}, until ${known.expiresAt.toISOString()}), and cannot give another grant`;
  throw new Problem('conflict', `This reference ${detail}.`, {
    errors: [{ pointer: '#/reference', detail, code: 'conflict' }],
  });
}

function checkExpiry(expiresAt: Date): void {
  const inDays = (expiresAt.getTime() - Date.now()) / 86_400_000;
  if (inDays <= 0) {
    throw wrongMember('expiresAt', 'minimum', 'The grant must expire in the future.');
  }
  if (inDays > LONGEST_DAYS) {
    const detail = `The grant must expire within ${LONGEST_DAYS} days.`;
    throw wrongMember('expiresAt', 'maximum', detail);
  }
}

/** The reference of the grant that a workspace gets with its sign-up. */
const WELCOME = 'welcome';

export async function giveWelcome(
  tx: Queryable,
  welcome: { workspace: string; amount: number; days: number },
): Promise<void> {
  const { days, ...given } = welcome;
  const expiresAt = new Date(Date.now() + days * 86_400_000);
  await giveGrant(tx, { ...given, reason: 'welcome', expiresAt, reference: WELCOME });
}

/**
 * Welcome credit is for one workspace for each card, by the fingerprint that the payment provider has of it: another one
 * that pays with it, or saves it, loses what is left of its own. Takes the lock of the accounts.
 */
export async function keepWelcomeOnce(
  tx: Queryable,
  { workspace, fingerprint }: { workspace: string; fingerprint: string },
): Promise<void> {
  const grant = await selectByReference(tx, workspace, WELCOME);
  if (!grant) return;
  const first = await claimCard(tx, { cardHash: hash('sha256', fingerprint, 'buffer'), workspace });
  if (first === workspace || grant.state !== 'open') return;
  const why = 'A card of this workspace has taken welcome credit for another one before.';
  if ((await revokeGrant(tx, grant.id, why)).replayed) return;
  const act = { workspace, via: 'rule', kind: 'grant_revoked', reason: why } as const;
  await recordAct(tx, { ...act, detail: { grant: uuidToId(GRANT_PREFIX, grant.id) } });
}

/** Ends a grant as if it expired now. A grant whose time is over stays as it is. */
export async function revokeGrant(
  tx: Queryable,
  id: string,
  why?: string,
): Promise<{ replayed: boolean; grant: Grant }> {
  const found = await selectGrant(tx, id);
  if (!found) throw new Problem('not_found', 'There is no such grant.');
  const { workspace } = found;
  await settleLocked(tx, workspace);
  const known = await selectGrant(tx, id);
  if (known?.state !== 'open') return { replayed: true, grant: known! };
  await endGrantNow(tx, id);
  const detail = { grant: uuidToId(GRANT_PREFIX, id), ...(why !== undefined && { why }) };
  await recordEvent(tx, workspace, 'grant_revoked', detail);
  await settleLocked(tx, workspace);
  return { replayed: false, grant: (await selectGrant(tx, id))! };
}

/**
 * Takes what is left of grants whose time is over. Any process may call it, at any time. Resolves to `more` if more may be
 * due.
 */
export async function expireGrants(
  db: Db,
  onFault: (error: unknown, workspace: string) => void,
): Promise<'more' | undefined> {
  const settle = (workspace: string) => db.transaction((tx) => settleLocked(tx, workspace));
  return eachDue(await selectDue(db, DUE_AT_ONCE), DUE_AT_ONCE, settle, onFault);
}

/**
 * Brings the grants of a workspace up to date, before money comes or goes that no run moves. Returns what they have left
 * together.
 */
export async function settleGrants(tx: Queryable, workspace: string): Promise<number> {
  if (!(await hasGrants(tx, workspace))) return 0;
  const { grants } = await settleLocked(tx, workspace);
  return grants.reduce((sum, grant) => sum + leftOf(grant), 0);
}

/** What the grants of a workspace have left, those that are spent first in front. Changes nothing. */
export async function openGrants(db: Queryable, workspace: string): Promise<Grant[]> {
  const { grants, sums } = await selectCounted(db, workspace);
  return attribute(grants, sums).filter((grant) => leftOf(grant) > 0);
}

/** Newest first, with what they have left now. */
export async function listGrants(
  db: Queryable,
  workspace: string,
  page: GrantPage = { limit: LISTED },
): Promise<Grant[]> {
  const [all, open] = await Promise.all([
    selectGrants(db, workspace, page),
    selectCounted(db, workspace),
  ]);
  const present = new Map(attribute(open.grants, open.sums).map((grant) => [grant.id, grant]));
  return all.map((grant) => present.get(grant.id) ?? grant);
}

/** Returns the grants that have not ended then. */
async function settleLocked(
  tx: Queryable,
  workspace: string,
): Promise<{ grants: Grant[]; sums: Sums }> {
  await lockWorkspace(tx, workspace);
  const { grants: before, sums } = await selectCounted(tx, workspace);
  if (before.length === 0) return { grants: [], sums };
  const grants = await settleCounted(before, sums, {
    heldRuns: () => selectHeldRuns(tx, workspace),
    take: (grant, amount) => take(tx, grant, amount),
    record: (grant, amount) => recordExpiry(tx, grant, amount),
  });
  await saveCounted(tx, workspace, grants);
  return { grants: grants.filter(({ state }) => state !== 'ended'), sums };
}

async function take(tx: Queryable, grant: OpenGrant, amount: number): Promise<void> {
  const { workspace, reference, takes } = grant;
  const { taken, entries } = await insertExpiry(tx, { workspace, amount, reference, takes });
  invariant(taken === amount, 'what is left of a grant and kept for no run is available');
  grant.takes += entries;
}

function recordExpiry(tx: Queryable, { workspace, id }: OpenGrant, amount: number): Promise<void> {
  const detail = { grant: uuidToId(GRANT_PREFIX, id), amount };
  return recordEvent(tx, workspace, 'grant_expired', detail);
}
