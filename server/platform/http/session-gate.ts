/**
 * What every request of the dashboard's API passes before the process reads a byte of its body: no other site may have
 * made the browser send it; then session, rate, workspace and role; then the intake. A workspace that the user does not
 * or no longer belongs to gets the same answer as one that does not exist. A key gives no access here.
 */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { isAtLeast, ROLES, type Role, type Session, type Users } from '../../people/index.ts';
import type { NetworkOf } from '../lib/attempts.ts';
import { invariant } from '../lib/errors.ts';
import { idToUuid } from '../lib/ids.ts';
import { NOT_FOUND, Problem } from '../lib/problem.ts';
import { exchangeOf } from './exchange.ts';
import { createIntake, type Gate, type IntakeOptions } from './intake.ts';
import type { RateLimit } from './rate-limit.ts';

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
  /** Undefined for a user who is not a member of the workspace. */
  roleOf: (user: string, workspace: string) => Promise<Role | undefined>;
  /** The limit of a session. */
  rateLimit: RateLimit;
  /** The limit of a network, or of a browser that has signed in before, for operations without a session. */
  attemptLimit: RateLimit;
  networkOf: NetworkOf;
}

export function createSessionGate(options: SessionGateOptions): Gate {
  const { users, roleOf, rateLimit, attemptLimit, networkOf, ...bodies } = options;
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

  async function admitted(user: User, least: Role, req: Request): Promise<Member> {
    const workspace = idToUuid('wsp', String(req.params.workspaceId));
    const role = workspace && (await roleOf(user.session.user, workspace));
    if (!workspace || !role) throw new Problem('not_found', NOT_FOUND);
    if (!isAtLeast(role, least)) {
      throw new Problem('forbidden', `This takes the role ${least}, and yours is ${role}.`);
    }
    return { ...user, workspace, role };
  }

  return async (operation, req, res) => {
    const { role } = operation;
    const isSafe = SAFE.has(req.method);
    if (!isSafe) refuseOtherSites(req);
    let principal: BrowserClient | User | Member = browserClientOf(req);
    if (role === 'none') {
      if (!isSafe || WRITING.has(operation.id)) {
        const who = users.deviceOf(principal.cookie) ?? networkOf(req.ip);
        await count(attemptLimit, hashOf(who), res);
        exchangeOf(res).sender = who;
      }
    } else {
      const user = await authenticated(principal, res);
      principal = role === 'user' ? user : await admitted(user, leastOf(role), req);
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
  const detail = 'is required';
  return new Problem('invalid_request', `Idempotency-Key ${detail}.`, {
    errors: [{ header: 'Idempotency-Key', detail, code: 'required' }],
  });
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** Browsers are sent to these, and so use GET; each writes, and queries the provider. */
const WRITING: ReadonlySet<string> = new Set(['startOidc', 'finishOidc']);
