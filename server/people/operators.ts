/**
 * Operators: people who may use the console of the deployment. Only the command line grants and removes this; no page and
 * no API does.
 */
import { recordAct } from '../audit-trail/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { Problem } from '../platform/lib/problem.ts';
import {
  deleteOperator,
  deleteSecondFactor,
  type OperatorRole,
  type OperatorRow,
  type OperatorStanding,
  type PersonRow,
  saveOperator,
  selectOperator,
  selectOperators,
  selectPersonByEmail,
} from './person-store.ts';

export type { OperatorRole, OperatorRow, OperatorStanding };

export const OPERATOR_ROLES = ['viewer', 'admin'] as const satisfies readonly OperatorRole[];

/** What the user of a session may do in the console; undefined for users who are no operators. */
export function operatorOf(
  db: Queryable,
  who: { user: string; session: string },
): Promise<OperatorStanding | undefined> {
  return selectOperator(db, who);
}

/** By address. */
export function listOperators(db: Queryable): Promise<OperatorRow[]> {
  return selectOperators(db);
}

/**
 * Whoever is an operator already gets this role instead. An address proves nothing about a user who has not proven it:
 * with an invitation that was sent to nobody, somebody else may have typed it.
 */
export async function addOperator(
  db: Db,
  { email, role, isTheirs = false }: { email: string; role: OperatorRole; isTheirs?: boolean },
): Promise<OperatorRow> {
  const { id: user, isVerified } = await personWith(db, email);
  if (!isVerified && !isTheirs) {
    const detail = `Nobody has proven that ${email} is the address of this user, by a new password or with the identity provider. If you know that the user is who you mean, add --unverified.`;
    throw new Problem('conflict', detail);
  }
  await db.transaction(async (tx) => {
    const before = await saveOperator(tx, { user, role });
    if (before === role) return;
    const detail = { user, role };
    await recordAct(tx, { workspace: null, via: 'command_line', kind: 'operator_added', detail });
  });
  const added = (await selectOperators(db)).find((operator) => operator.user === user);
  if (added) return added;
  throw new Problem('conflict', `${email} was removed meanwhile.`);
}

/** Takes effect with the next request. Returns whether the person was an operator. */
export async function removeOperator(db: Db, email: string): Promise<boolean> {
  const { id: user } = await personWith(db, email);
  return db.transaction(async (tx) => {
    const isRemoved = await deleteOperator(tx, user);
    const detail = { user };
    if (isRemoved) {
      await recordAct(tx, {
        workspace: null,
        via: 'command_line',
        kind: 'operator_removed',
        detail,
      });
    }
    return isRemoved;
  });
}

/**
 * Removes the second factor of a user, and the role of an operator with it: whoever has the password could turn on
 * another factor. Only the command line gives the role again. Returns whether there was a factor that worked.
 */
export async function removeFactor(tx: Queryable, user: string): Promise<boolean> {
  const isRemoved = await deleteSecondFactor(tx, user);
  if (isRemoved) await endOperator(tx, user, 'The second factor was turned off');
  return isRemoved;
}

/** Nobody has decided it about this person. */
export async function endOperator(tx: Queryable, user: string, reason: string): Promise<void> {
  if (!(await deleteOperator(tx, user))) return;
  const act = { workspace: null, via: 'rule', kind: 'operator_removed', reason } as const;
  await recordAct(tx, { ...act, detail: { user } });
}

async function personWith(db: Queryable, email: string): Promise<PersonRow> {
  const person = await selectPersonByEmail(db, email.trim());
  if (person) return person;
  const detail = `There is no user ${email}. Invite them to a workspace first: members invite.`;
  throw new Problem('not_found', detail);
}
