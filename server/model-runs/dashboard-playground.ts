/** What a member may run from the pages, and the hold of it. The resources carry out the runs. */

import {
  creditOutOf,
  findPlaygroundKey,
  PLAYGROUND_LIFETIME_MS,
  type Scope,
  walletOf,
} from '../keys/index.ts';
import { KINDS } from '../kinds.ts';
import { checkRights } from '../people/dashboard-rights.ts';
import type { DashboardHandlers, DashboardReply, Member } from '../platform/http/index.ts';
import { actOf, creditOf, type PlaygroundOptions, scopesOf } from './dashboard-playground-key.ts';
import { inWordsOfPages } from './dashboard-playground-refusals.ts';
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
