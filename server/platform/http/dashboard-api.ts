/**
 * The dashboard's API as the app serves it: its operations behind the session gate, including those about the contract
 * itself. Browsers cache only its documentation.
 */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { operations } from '../../../openapi/generated/dashboard.ts';
import { isAtLeast, ROLES, type Role, type Session, type Users } from '../../people/index.ts';
import type { NetworkOf } from '../lib/attempts.ts';
import { invariant } from '../lib/errors.ts';
import { idToUuid } from '../lib/ids.ts';
import { invalidRequest, NOT_FOUND, Problem } from '../lib/problem.ts';
import { type At, type Docs, docsReply } from './docs.ts';
import type { HandlerOf, InputOf, ReplyOf } from './handlers.ts';
import { createBodyBudget, createIntake, type Gate, type IntakeOptions } from './intake.ts';
import type { ApiDocument, Operation } from './operations.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';
import type { AnyHandler, Api, ApiContext } from './serve-api.ts';
import { exchangeOf } from './server.ts';

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

export interface DashboardApiOptions {
  users: SessionGateOptions['users'] & Pick<Users, 'sessionCookie'>;
  /** Undefined for a user who is not a member of the workspace. */
  roleOf: (user: string, workspace: string) => Promise<Role | undefined>;
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
    getDashboardDocs: (input) =>
      docsReply(
        docs?.(context.publicUrl()),
        { name: 'dashboard.html', mediaType: 'text/html' },
        input,
      ),
  };
  const handlers: Record<string, AnyHandler> = { ...options.handlers, ...own };
  const { networkOf } = context;
  const bodyBudget = createBodyBudget(BODY_BYTES_IN_FLIGHT);
  const limits = { rateLimit, attemptLimit, networkOf, maxBodyBytes: MAX_BODY_BYTES, bodyBudget };
  return {
    document,
    handlers,
    gate: createSessionGate({ users, admit: (...who) => admitMember(roleOf, ...who), ...limits }),
    cacheControl: 'no-store',
  };
}

async function admitMember(
  roleOf: DashboardApiOptions['roleOf'],
  user: User,
  { role: least }: Operation,
  req: Request,
): Promise<User | Member> {
  if (least === 'user') return user;
  const workspace = idToUuid('wsp', String(req.params.workspaceId));
  const role = workspace && (await roleOf(user.session.user, workspace));
  if (!workspace || !role) throw new Problem('not_found', NOT_FOUND);
  if (!isAtLeast(role, leastOf(least))) {
    throw new Problem('forbidden', `This takes the role ${least}, and yours is ${role}.`);
  }
  return { ...user, workspace, role };
}

/** The document with the name of the session cookie in this deployment. */
export function withCookie(document: ApiDocument, name: string): ApiDocument {
  const components = structuredClone(document.components ?? {});
  Object.assign(components.securitySchemes?.session ?? {}, { name });
  return { ...document, components };
}

/*
 * What every request of an API of people passes before the process reads a byte of its body: no other site may have
 * made the browser send it; then session, rate and rights; then the intake. A workspace that the user does not
 * or no longer belongs to gets the same answer as one that does not exist. A key gives no access here.
 */

/** Anybody with a browser. */
export interface BrowserClient {
  /** The unparsed Cookie header. */
  cookie: string | undefined;
  from: { ip?: string; userAgent?: string };
}

/** Somebody with a valid session. */
export interface User extends BrowserClient {
  session: Session;
}

/** The same within a workspace. */
export interface Member extends User {
  workspace: string;
  role: Role;
}

export interface SessionGateOptions extends Pick<IntakeOptions, 'maxBodyBytes' | 'bodyBudget'> {
  users: Pick<Users, 'authenticate' | 'deviceOf'>;
  /** Who the user of a session is for this operation; throws if the operation is not for them. */
  admit: (user: User, operation: Operation, req: Request) => Promise<User>;
  /** The limit of a session. */
  rateLimit: RateLimit;
  /** The limit of a network, or of a browser that has signed in before, for operations without a session. */
  attemptLimit: RateLimit;
  networkOf: NetworkOf;
}

export function createSessionGate(options: SessionGateOptions): Gate {
  const { users, admit, rateLimit, attemptLimit, networkOf, ...bodies } = options;
  const receive = createIntake({ ...bodies, countBytes, keyMissing });

  async function countBytes(res: Response, bytes: number): Promise<void> {
    const retryAfterSeconds = await rateLimit.countBytes(res, bytes);
    if (retryAfterSeconds === undefined) return;
    const detail = 'There were too many bytes within this minute.';
    throw new Problem('rate_limited', detail, { retryAfterSeconds });
  }

  async function authenticated(client: BrowserClient, res: Response): Promise<User> {
    const session = await users.authenticate(client.cookie);
    if (!session) {
      throw new Problem('unauthenticated', 'Sign in: there is no living session behind this.');
    }
    await count(rateLimit, session.id, res);
    const exchange = exchangeOf(res);
    exchange.caller = { user: session.user };
    exchange.sender = session.user;
    return { ...client, session };
  }

  return async (operation, req, res) => {
    const { role } = operation;
    const isSafe = SAFE.has(req.method);
    if (!isSafe && !FROM_SERVERS.has(operation.id)) refuseOtherSites(req);
    let principal: BrowserClient | User = browserClientOf(req);
    if (FROM_SERVERS.has(operation.id)) {
      const who = networkOf(req.ip);
      await count(rateLimit, hashOf(who), res);
      exchangeOf(res).sender = who;
    } else if (role === 'none') {
      if (!isSafe || WRITING.has(operation.id)) {
        const who = users.deviceOf(principal.cookie) ?? networkOf(req.ip);
        await count(attemptLimit, hashOf(who), res);
        exchangeOf(res).sender = who;
      }
    } else {
      principal = await admit(await authenticated(principal, res), operation, req);
    }
    exchangeOf(res).principal = principal;
    await receive(operation, req, res);
  };
}

/** No table contains an address, and all hashes have one length. */
function hashOf(who: string): string {
  return createHash('sha256').update(who).digest('base64url');
}

async function count(limit: RateLimit, who: string, res: Response): Promise<void> {
  exchangeOf(res).countedFor = who;
  const retryAfterSeconds = await limit.count(res);
  if (retryAfterSeconds === undefined) return;
  const detail = 'There were too many requests within this minute.';
  throw new Problem('rate_limited', detail, { retryAfterSeconds });
}

function browserClientOf(req: Request): BrowserClient {
  const { cookie, 'user-agent': userAgent } = req.headers;
  return {
    cookie,
    from: { ...(req.ip !== undefined && { ip: req.ip }), ...(userAgent && { userAgent }) },
  };
}

function leastOf(role: string | undefined): Role {
  const least = ROLES.find((each) => each === role);
  invariant(least, `${role} is a role`);
  return least;
}

/**
 * Browsers name the origin of a request; on plain HTTP, some do so only by Origin. A request without either may come
 * from anywhere.
 */
function refuseOtherSites({ headers }: Request): void {
  const site = headers['sec-fetch-site'];
  const isOwn =
    site === undefined
      ? headers.host !== undefined && URL.parse(headers.origin ?? '')?.host === headers.host
      : site === 'same-origin';
  if (isOwn) return;
  throw new Problem('cross_site', 'Only pages of the dashboard itself may send this request.');
}

function keyMissing(): Problem {
  return invalidRequest({ header: 'Idempotency-Key', detail: 'is required', code: 'required' });
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** No browser sends these: they prove where they come from by a signature. */
const FROM_SERVERS: ReadonlySet<string> = new Set(['receivePaymentEvent']);
/** Browsers are sent to these, and so use GET; each writes, and queries the provider. */
const WRITING: ReadonlySet<string> = new Set(['startOidc', 'finishOidc']);
