/**
 * The dashboard's API as the app serves it: its operations behind the session gate, including those about the contract
 * itself. Browsers cache only its documentation.
 */
import type { operations } from '../../../openapi/generated/dashboard.ts';
import type { Users } from '../../people/index.ts';
import { NOT_FOUND, Problem } from '../lib/problem.ts';
import type { AnyHandler } from './adapter.ts';
import type { Api, ApiContext } from './api.ts';
import { createBodyBudget } from './body-budget.ts';
import { type At, type Docs, docsReply } from './docs.ts';
import type { HandlerOf, InputOf, ReplyOf } from './handlers.ts';
import type { ApiDocument } from './operations.ts';
import { createRateLimit } from './rate-limit.ts';
import {
  type BrowserClient,
  createSessionGate,
  type Member,
  type SessionGateOptions,
  type User,
} from './session-gate.ts';

export type DashboardHandler<Id extends keyof operations> = HandlerOf<operations, Id, CallerOf<Id>>;
export type DashboardInput<Id extends keyof operations> = InputOf<operations, Id, CallerOf<Id>>;
export type DashboardReply<Id extends keyof operations> = ReplyOf<operations, Id>;

/** A handler for every operation but those about the contract itself. */
export type DashboardHandlers = {
  [Id in Exclude<keyof operations, OwnOperation>]: DashboardHandler<Id>;
};

type OwnOperation = 'getDashboardDocument' | 'getDashboardDocs';

/** Operations of a user, beyond any workspace. */
type OfUser =
  | 'acceptSecondFactor'
  | 'deleteOtherSessions'
  | 'deleteOwnSession'
  | 'deleteSecondFactor'
  | 'getMe'
  | 'getOwnSessions'
  | 'getSecondFactor'
  | 'rotateRecoveryCodes'
  | 'startSecondFactor'
  | 'updateMe'
  | 'updatePassword';

/** Paths below a workspace are for its members; the rest is for anybody, with few exceptions. */
type CallerOf<Id extends keyof operations> = operations[Id]['parameters'] extends {
  path: { workspaceId: string };
}
  ? Member
  : Id extends OfUser
    ? User
    : BrowserClient;

export interface DashboardApiOptions extends Pick<SessionGateOptions, 'roleOf'> {
  users: SessionGateOptions['users'] & Pick<Users, 'sessionCookie'>;
  /** The bundled OpenAPI document. */
  document: ApiDocument;
  docs?: At<Docs> | undefined;
  handlers: DashboardHandlers;
}

/** Forms and short lists: the document names larger bodies. */
const MAX_BODY_BYTES = 65_536;
/** For all users together, and separate from the bodies of the developer API: programs cannot exclude people here. */
const BODY_BYTES_IN_FLIGHT = 256 * MAX_BODY_BYTES;
/** For one session, or one address without a session. Pages that show changes ask often. */
const RATE_PER_MINUTE = 1_200;
/** For one session: the sum of as many small bodies. */
const BYTES_PER_MINUTE = RATE_PER_MINUTE * MAX_BODY_BYTES;
const ATTEMPTS_PER_MINUTE = 120;

export function createDashboardApi(options: DashboardApiOptions, context: ApiContext): Api {
  const { document, docs, users, roleOf } = options;
  const { rates } = context;
  const rateLimit = createRateLimit({
    ...{ rates, name: 'session' },
    perMinute: RATE_PER_MINUTE,
    bytesPerMinute: BYTES_PER_MINUTE,
    silent: true,
  });
  const attemptLimit = createRateLimit({
    ...{ rates, name: 'attempt', perMinute: ATTEMPTS_PER_MINUTE, silent: true },
  });
  const own: { [Id in OwnOperation]: DashboardHandler<Id> } = {
    getDashboardDocument: () => ({
      status: 200,
      body: {
        ...withCookie(document, users.sessionCookie()),
        servers: [{ url: context.publicUrl() }],
      } as never,
    }),
    getDashboardDocs(input) {
      if (!docs) throw new Problem('not_found', NOT_FOUND);
      return docsReply(docs(context.publicUrl()), input);
    },
  };
  const handlers: Record<string, AnyHandler> = { ...options.handlers, ...own };
  const { networkOf } = context;
  const bodyBudget = createBodyBudget(BODY_BYTES_IN_FLIGHT);
  const limits = { rateLimit, attemptLimit, networkOf, maxBodyBytes: MAX_BODY_BYTES, bodyBudget };
  return {
    document,
    handlers,
    gate: createSessionGate({ users, roleOf, ...limits }),
    cacheControl: 'no-store',
  };
}

/** The document with the name of the session cookie in this deployment. */
function withCookie(document: ApiDocument, name: string): ApiDocument {
  const components = structuredClone(document.components ?? {});
  Object.assign(components.securitySchemes?.session ?? {}, { name });
  return { ...document, components };
}
