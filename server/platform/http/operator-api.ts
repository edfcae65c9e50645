/**
 * The operator's API as the app serves it: for people who have a role on the deployment, and a second factor. Every
 * request reads what the person may do, so that a role that is removed ends at once. To anybody else, it looks like
 * nothing.
 */
import type { operations } from '../../../openapi/generated/operator.ts';
import { OPERATOR_ROLES, type OperatorRole, type OperatorStanding } from '../../people/index.ts';
import { NOT_FOUND, Problem } from '../lib/problem.ts';
import {
  createSessionGate,
  type SessionGateOptions,
  type User,
  withCookie,
} from './dashboard-api.ts';
import type { HandlerOf } from './handlers.ts';
import { createBodyBudget } from './intake.ts';
import type { ApiDocument, Operation } from './operations.ts';
import { createRateLimit } from './rate-limit.ts';
import type { AnyHandler, Api, ApiContext } from './serve-api.ts';

/** Somebody with a role on the deployment, in a session. */
export interface Operator extends User {
  standing: OperatorStanding;
}

export type OperatorHandler<Id extends keyof operations> = HandlerOf<operations, Id, Operator>;

/** A handler for every operation but the one about the contract itself. */
export type OperatorHandlers = {
  [Id in Exclude<keyof operations, 'getOperatorDocument'>]: OperatorHandler<Id>;
};

export interface OperatorApiOptions {
  users: SessionGateOptions['users'] & { sessionCookie(): string };
  /** Undefined for a user who is no operator. */
  standingOf: (session: User['session']) => Promise<OperatorStanding | undefined>;
  /** The bundled OpenAPI document. */
  document: ApiDocument;
  handlers: OperatorHandlers;
}

/** How long a code of the second factor opens acts. */
export const PROOF_MS = 12 * 3_600_000;

const MAX_BODY_BYTES = 65_536;
const BODY_BYTES_IN_FLIGHT = 64 * MAX_BODY_BYTES;
/** For one session. */
const RATE_PER_MINUTE = 600;

export function createOperatorApi(options: OperatorApiOptions, context: ApiContext): Api {
  const { document, users, standingOf } = options;
  const rateLimit = createRateLimit({
    ...{ rates: context.rates, name: 'operator', silent: true },
    perMinute: RATE_PER_MINUTE,
    bytesPerMinute: RATE_PER_MINUTE * MAX_BODY_BYTES,
  });
  const getOperatorDocument: OperatorHandler<'getOperatorDocument'> = () => ({
    status: 200,
    body: {
      ...withCookie(document, users.sessionCookie()),
      servers: [{ url: context.publicUrl() }],
    } as never,
  });
  return {
    document,
    handlers: { ...options.handlers, getOperatorDocument } as Record<string, AnyHandler>,
    gate: createSessionGate({
      ...{ users, rateLimit, attemptLimit: rateLimit, networkOf: context.networkOf },
      ...{ maxBodyBytes: MAX_BODY_BYTES, bodyBudget: createBodyBudget(BODY_BYTES_IN_FLIGHT) },
      async admit(user, operation) {
        const standing = await standingOf(user.session);
        if (!standing) throw new Problem('not_found', NOT_FOUND);
        assertMay(standing, operation);
        return { ...user, standing } satisfies Operator;
      },
    }),
    cacheControl: 'no-store',
  };
}

function assertMay({ role, hasSecondFactor, provenAt }: OperatorStanding, operation: Operation) {
  if (!hasSecondFactor) {
    const detail = 'Turn on a second factor first: on the page of your account, in the dashboard.';
    throw new Problem('second_factor_missing', detail);
  }
  if (rankOf(role) < rankOf(operation.role)) {
    const detail = `This takes the role ${operation.role}, and yours is ${role}.`;
    throw new Problem('forbidden', detail);
  }
  if (PROVING.has(operation.id)) return;
  const isAct = operation.method !== 'get';
  const isProven = provenAt !== null && (!isAct || Date.now() < provenAt.getTime() + PROOF_MS);
  if (!isProven) throw new Problem('proof_needed', 'Give a code of your second factor.');
}

/** What is no role ranks above every role, so that nobody reaches it. */
function rankOf(role: string | undefined): number {
  const rank = OPERATOR_ROLES.indexOf(role as OperatorRole);
  return rank < 0 ? Number.POSITIVE_INFINITY : rank;
}

/** Those that bring the proof. */
const PROVING: ReadonlySet<string> = new Set(['createProof']);
