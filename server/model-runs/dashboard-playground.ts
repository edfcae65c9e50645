/**
 * Runs from the pages: what a member may run, the hold of it, the key with which a person runs something, and refusals in
 * the terms of the dashboard's contract, which has one code for every refusal of a run. The resources carry out the runs.
 */
import {
  creditOutOf,
  findPlaygroundKey,
  openPlaygroundKey,
  PLAYGROUND_LIFETIME_MS,
  type Principal,
  type Scope,
  walletOf,
} from '../keys/index.ts';
import { KINDS } from '../kinds.ts';
import { checkRights } from '../people/dashboard.ts';
import { findPeople, isAtLeast } from '../people/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers, DashboardReply, Member } from '../platform/http/index.ts';
import { inMoney, type Unit } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import { readSettings } from '../workspaces/index.ts';
import { type CreateRequest, MODEL_RUNS, type ModelRuns, toCreateRequest } from './index.ts';

type PlaygroundHandlers = Pick<DashboardHandlers, 'getPlayground' | 'createPlaygroundEstimate'>;

export function createPlaygroundHandlers({
  db,
  unit,
  modelRuns,
}: PlaygroundOptions & { modelRuns: Pick<ModelRuns, 'estimate'> }): PlaygroundHandlers {
  const { currency, scale } = unit;
  const credit = creditOf(unit);
  const { scope } = MODEL_RUNS;

  function keyOf({ workspace, session }: Member) {
    return findPlaygroundKey(db, { workspace, person: session.user }, scope);
  }

  /** With the existing key, or with the properties that the next one would have. */
  async function estimate(member: Member, request: CreateRequest) {
    const key = await keyOf(member);
    if (key) return modelRuns.estimate(key.principal, request);
    const { principal, available } = await walletOf(db, member.workspace);
    const estimated = await modelRuns.estimate(principal, request);
    return { ...estimated, covered: estimated.reservedAmount <= creditOutOf(available, credit) };
  }

  return {
    async getPlayground({ principal }) {
      const scopes = await scopesOf(db, principal);
      const key = await keyOf(principal);
      return {
        status: 200,
        body: {
          mayRun: mayRun(scopes),
          ...{ creditAmount: credit, lifetimeSeconds: PLAYGROUND_LIFETIME_MS / 1_000 },
          ...{ currency, scale },
          ...(key && {
            key: {
              ...{ keyId: key.keyId, availableAmount: key.available },
              expiresAt: key.expiresAt.toISOString(),
            },
          }),
        },
      };
    },

    async createPlaygroundEstimate({ principal, body, exactBody }) {
      await checkRights(db, principal, scope, actOf(scope));
      try {
        const estimated = await estimate(principal, toCreateRequest(body, exactBody));
        const { reservedAmount, feeBasisPoints, covered, quote } = estimated;
        const { promptChars } = quote;
        return {
          status: 200,
          body: { reservedAmount, currency, scale, feeBasisPoints, covered, promptChars },
        };
      } catch (error) {
        throw inWordsOfPages(error, unit);
      }
    },
  };
}

type MayRun = DashboardReply<'getPlayground'>['body']['mayRun'];

/** By the first word of the scope of each kind. */
function mayRun(scopes: readonly Scope[]): MayRun {
  const wanted = KINDS.map(({ scope }) => [scope.split(':')[0], scopes.includes(scope as Scope)]);
  return Object.fromEntries(wanted) as MayRun;
}

/** The scopes that runs from the pages need. */
const scopesOfRuns = () => KINDS.map(({ scope }) => scope as Scope);

interface PlaygroundOptions {
  db: Db;
  unit: Unit;
}

/** The limit of a playground key: one unit of the currency. */
function creditOf({ scale }: Unit): number {
  return 10 ** scale;
}

async function scopesOf(db: Db, { workspace, role }: Member): Promise<readonly Scope[]> {
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
function actOf(scope: Scope): string {
  return KINDS.find((kind) => kind.scope === scope)?.act ?? 'run this';
}

async function nameOf(db: Db, user: string): Promise<string> {
  const personOf = await findPeople(db, [user]);
  const name = personOf(user)?.name;
  const whole = name === undefined ? 'Playground' : `Playground of ${name}`;
  return [...whole].slice(0, 100).join('').trim();
}

function inWordsOfPages(error: unknown, unit: Unit): unknown {
  if (!(error instanceof Problem)) return error;
  if (error.code === 'insufficient_credit') return inMoney(withoutCredit(error, unit), unit);
  const isOfRun = error.status === 422 || OTHERS.has(error.code);
  if (!isOfRun || error.code === 'run_refused') return error;
  // The hint about the list of models is for programs, and does not help here.
  const detail = error.code === 'unknown_model' ? "This model isn't offered." : error.detail;
  const errors = error.options.errors?.map((fault) =>
    fault.code === 'unknown_model' ? { ...fault, detail } : fault,
  );
  return new Problem('run_refused', detail, { ...(errors && { errors }) });
}

const OTHERS: ReadonlySet<string> = new Set([
  'model_not_allowed',
  'workspace_in_debt',
  'workspace_suspended',
  'spending_limit_reached',
  'end_user_budget_reached',
  'customer_blocked',
  'too_many_pending_runs',
]);

/** The credit of a new key, or the hold of a run. */
function withoutCredit({ detail, options }: Problem, { currency, scale }: Unit): Problem {
  const {
    required,
    available,
    affordableMaxOutputTokens: affordable,
    ...named
  } = {
    ...options.members,
  };
  const members = {
    requiredAmount: named.requiredAmount ?? required ?? 0,
    availableAmount: named.availableAmount ?? available ?? 0,
    ...{ currency, scale },
    ...(affordable !== undefined && { affordableMaxOutputTokens: affordable }),
  };
  return new Problem('insufficient_credit', detail, { members });
}
