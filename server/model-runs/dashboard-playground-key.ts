/** The key with which a person runs something from the pages, and what they may run. */

import { openPlaygroundKey, type Principal, type Scope } from '../keys/index.ts';
import { KINDS } from '../kinds.ts';
import { checkRights } from '../people/dashboard-rights.ts';
import { findPeople, isAtLeast } from '../people/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Member } from '../platform/http/index.ts';
import type { Unit } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import { readSettings } from '../workspaces/index.ts';
import { inWordsOfPages } from './dashboard-playground-refusals.ts';

/** The scopes that runs from the pages need. */
const scopesOfRuns = () => KINDS.map(({ scope }) => scope as Scope);

export interface PlaygroundOptions {
  db: Db;
  unit: Unit;
}

/** The limit of a playground key: one unit of the currency. */
export function creditOf({ scale }: Unit): number {
  return 10 ** scale;
}

export async function scopesOf(db: Db, { workspace, role }: Member): Promise<readonly Scope[]> {
  if (isAtLeast(role, 'admin')) return scopesOfRuns();
  const { memberScopes } = await readSettings(db, workspace);
  return scopesOfRuns().filter((scope) => memberScopes.includes(scope));
}

export type RunAsPerson = <Result>(
  member: Member,
  scope: Scope,
  run: (principal: Principal) => Promise<Result>,
) => Promise<Result>;

/** Runs something with the person's key. `what` of a refusal says what members cannot do. */
export function createRunAsPerson({ db, unit }: PlaygroundOptions): RunAsPerson {
  async function keyOf(member: Member, scope: Scope): Promise<Principal> {
    const { workspace, session } = member;
    const input = {
      ...{ workspace, person: session.user, scope, scopes: await scopesOf(db, member) },
      ...{ name: await nameOf(db, session.user), credit: creditOf(unit) },
    };
    return (await openPlaygroundKey(db, input)).principal;
  }

  return async (member, scope, run) => {
    await checkRights(db, member, scope, actOf(scope));
    try {
      return await run(await keyOf(member, scope)).catch(async (error: unknown) => {
        // The key has ended meanwhile: the refused run gets the next one.
        if (!(error instanceof Problem) || error.code !== 'unauthorized') throw error;
        return run(await keyOf(member, scope));
      });
    } catch (error) {
      throw inWordsOfPages(error, unit);
    }
  };
}

/** What people without the scope cannot do. */
export function actOf(scope: Scope): string {
  return KINDS.find((kind) => kind.scope === scope)?.act ?? 'run this';
}

async function nameOf(db: Db, user: string): Promise<string> {
  const personOf = await findPeople(db, [user]);
  const name = personOf(user)?.name;
  const whole = name === undefined ? 'Playground' : `Playground of ${name}`;
  return [...whole].slice(0, 100).join('').trim();
}
