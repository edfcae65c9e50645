/**
 * Making an account, with a workspace of its own or by accepting invitations. A link in an email proves the address. A
 * person who comes from the OpenID provider has proven it there, and makes the account here as well, also if invitations
 * are the only way to one. Whoever makes an account first agrees to the terms, and chooses which invitations to accept.
 *
 * No answer shows whether an address has a user: both cases execute the same statements, and the worker that writes the
 * email decides which one it is. The secret of a link is created when its email is written and only its hash is saved.
 * User, workspace and used link are one commit.
 */
import { hash } from 'node:crypto';
import { recordEvent } from '../audit-trail/index.ts';
import { giveWelcome } from '../money/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import type { NetworkOf } from '../platform/lib/attempts.ts';
import { newUuid } from '../platform/lib/ids.ts';
import { asShownName, checkName } from '../platform/lib/names.ts';
import { Problem } from '../platform/lib/problem.ts';
import { type Email, insertMails } from '../platform/mail/index.ts';
import type { Auth } from './auth.ts';
import { type CaptchaSettings, checkCaptcha } from './captcha.ts';
import { hashOfLinkToken, join, linkNotValid, makeLinkToken } from './invitations.ts';
import {
  insertMembership,
  type OpenInvitation,
  selectOpenInvitationsFor,
} from './membership-store.ts';
import { holdWorkspace } from './memberships.ts';
import { checkEmail, checkPassword, checkTerms, mailboxOf, refusal } from './person.ts';
import { countFailure, selectPersonByEmail, setVerified } from './person-store.ts';
import { type CookieHeader, headersOf } from './session-reader.ts';
import type { From, Opened, Sessions } from './sessions.ts';
import { limitKeyOf, tooManyAttempts } from './sign-in-limit.ts';
import {
  deleteSignUpsOfSubject,
  insertSignUp,
  insertSignUpLink,
  insertWelcomed,
  type SignUpIdentity,
  type SignUpRow,
  selectSignUp,
  takeSignUp,
} from './sign-up-store.ts';

export interface SignUpSettings {
  /** Whether anybody may sign up; otherwise only those with a link from the command line. */
  isOpen: boolean;
  /** Undefined if there is nothing to agree to. */
  termsUrl: string | undefined;
  captcha?: CaptchaSettings | undefined;
  /** Credit for whoever proves an address, in units; undefined without one. */
  welcome?: { amount: number; days: number } | undefined;
  /** In the transaction that makes its owner. A fault of the name is at `pointer`. */
  makeWorkspace(tx: Queryable, input: { name: string; pointer: string }): Promise<{ id: string }>;
}

export interface SignUpMethod {
  captcha?: Pick<CaptchaSettings, 'siteKey' | 'scriptUrl'>;
}

export interface SignUpPreview {
  email: string;
  name?: string;
  needsPassword: boolean;
  /** Whether the person may make a workspace; otherwise an invitation is needed. */
  makesWorkspace: boolean;
  /** To an address that the person has proven. */
  invitations: OpenInvitation[];
  termsUrl?: string;
  expiresAt: Date;
}

export interface AcceptSignUp {
  token: string;
  name: string;
  password?: string | undefined;
  /** Of a workspace of their own; without one, the person accepts an invitation at least. */
  workspaceName?: string | undefined;
  /** Of the preview: those to accept. */
  invitations?: readonly string[] | undefined;
  acceptedTermsUrl?: string | undefined;
}

const WORKS_FOR_MS = 3_600_000;
const OF_OPERATOR_WORKS_FOR_MS = 7 * 86_400_000;
const WINDOW_MS = 3_600_000;
/** Per hour: from one network address, and to one mailbox. */
const REQUESTS_PER_ADDRESS = 30;
const SENT_PER_MAILBOX = 3;
/** With one link, since each attempt keeps a connection to the database for as long as hashing a password takes. */
const ATTEMPTS_PER_LINK = 20;
/** In the deployment. Each is one email at most, and is gone after an hour. The command line is not bound by strangers. */
const MOST_OPEN = 10_000;
const MOST_OPEN_OF_OPERATOR = 100_000;
const RETRY_AFTER_SECONDS = 60;
/** Strangers can send any number of invitations to an address. */
const MOST_INVITATIONS = 20;

interface SignUpOptions {
  db: Db;
  settings: SignUpSettings;
  auth: () => Promise<Auth>;
  sessions: Sessions;
  networkOf: NetworkOf;
  log: { warn(detail: object, message: string): void } | undefined;
}

export type SignUp = ReturnType<typeof createSignUp>;

export function createSignUp({ db, settings, auth, sessions, networkOf, log }: SignUpOptions) {
  const { isOpen, termsUrl, captcha, makeWorkspace, welcome } = settings;

  async function find(token: string): Promise<SignUpRow> {
    const tokenHash = hashOfLinkToken(token);
    const found = tokenHash && (await selectSignUp(db, { tokenHash }));
    if (found && (isOpen || found.byOperator || found.identity)) return found;
    throw linkNotValid();
  }

  /** Whoever is to make a workspace may; without that, an OpenID identity may still accept an invitation. */
  const makesWorkspace = (found: SignUpRow) => isOpen || found.byOperator;

  return {
    /** What the page needs; undefined if there is no sign-up. */
    method(): SignUpMethod | undefined {
      if (!isOpen) return undefined;
      if (!captcha) return {};
      const { siteKey, scriptUrl } = captcha;
      return { captcha: { siteKey, scriptUrl } };
    },

    async request(input: { email: string; captcha?: string | undefined } & From): Promise<void> {
      if (!isOpen) throw new Problem('not_found', 'This deployment is not open to sign-up.');
      const { ip } = input;
      const network = networkOf(ip);
      if (network !== '') await countAddress(db, network);
      const email = checkEmail(input.email);
      if (captcha) {
        await checkCaptcha(captcha, { response: input.captcha, ip }, (detail, message) =>
          log?.warn(detail, message),
        );
      }
      const key = limitKeyOf('sign-up-email', mailboxOf(email));
      await db.transaction(async (tx) => {
        // A request that is not saved counts nothing.
        const { failures: asked } = await countFailure(tx, key, WINDOW_MS);
        if (asked > SENT_PER_MAILBOX) return;
        const id = newUuid();
        const signUp = { id, email, identity: null, byOperator: false };
        if (!(await save(tx, signUp))) throw tooManyOpen();
        await insertMails(tx, { kind: 'sign_up', about: [id], worksForMs: WORKS_FOR_MS });
      });
    },

    /** Whether a person of the OpenID provider who has no user sees the page below first, also if invited. */
    hasPage: isOpen || termsUrl !== undefined,

    /**
     * For a person whom the OpenID provider vouches for, and who has no user: the path of the page that makes it.
     * Undefined if the person can't sign up here, and is not invited.
     */
    async begin(
      tx: Queryable,
      {
        email,
        name,
        ...key
      }: { email: string; name: string | undefined } & Pick<SignUpIdentity, 'issuer' | 'subject'>,
    ): Promise<string | undefined> {
      if (!isOpen && (await invitationsTo(tx, email)).length === 0) return undefined;
      await deleteSignUpsOfSubject(tx, key);
      const id = newUuid();
      const identity = { ...key, name: asShownName(name ?? '') ?? null };
      if (!(await save(tx, { id, email, identity, byOperator: false }))) return undefined;
      const { token, hash: tokenHash } = makeLinkToken();
      await insertSignUpLink(tx, { tokenHash, signUp: id, worksForMs: WORKS_FOR_MS });
      return signUpPath(token);
    },

    async preview(token: string): Promise<SignUpPreview> {
      const found = await find(token);
      const { email, identity, expiresAt, byOperator } = found;
      const invitations = byOperator ? [] : await invitationsTo(db, email);
      return {
        ...{ email, needsPassword: identity === null, expiresAt, invitations },
        makesWorkspace: makesWorkspace(found),
        ...(termsUrl !== undefined && { termsUrl }),
        ...(identity?.name && { name: identity.name }),
      };
    },

    async accept({
      token,
      cookie,
      userAgent,
      ...input
    }: AcceptSignUp & { cookie?: CookieHeader } & From): Promise<Opened> {
      const found = await find(token);
      checkTerms(input.acceptedTermsUrl, termsUrl);
      const person = await checkNewPerson(input, found, makesWorkspace(found));
      const attempts = limitKeyOf('sign-up-link', found.id);
      const { failures, endsInMs } = await countFailure(db, attempts, WINDOW_MS);
      if (failures > ATTEMPTS_PER_LINK) throw tooManyAttempts(endsInMs);
      const library = await auth();
      const headers = await library.within(async (tx) => {
        if (!(await takeSignUp(tx, found))) throw linkNotValid();
        if (await selectPersonByEmail(tx, found.email)) throw hasAccount();
        const invitations = await holdInvitations(tx, found, person.invitations);
        const { user, ...began } = await makePerson(library, found, person, userAgent);
        if (!found.byOperator) await setVerified(tx, user);
        await recordEvent(tx, null, 'user_created', { user, by: 'sign_up' }, user);
        const { workspaceName: name } = person;
        const own = name === undefined ? undefined : await makeOwn(tx, { name, user });
        const agreedIn = own ?? invitations[0]?.workspace;
        if (termsUrl !== undefined && agreedIn !== undefined)
          await recordEvent(tx, agreedIn, 'terms_accepted', { user, termsUrl }, user);
        if (own !== undefined)
          await recordEvent(tx, own, 'member_joined', { user, role: 'owner' }, user);
        for (const invitation of invitations) await join(tx, invitation, user);
        if (own !== undefined && welcome && !found.byOperator)
          await welcomeOnce(tx, { ...found, workspace: own, ...welcome });
        return began.headers;
      });
      return sessions.openInstead(headers, cookie);
    },
  };

  async function makeOwn(
    tx: Queryable,
    { name, user }: { name: string; user: string },
  ): Promise<string> {
    const { id: workspace } = await makeWorkspace(tx, { name, pointer: '#/workspaceName' });
    await insertMembership(tx, { id: newUuid(), workspace, user, role: 'owner' });
    await recordEvent(tx, workspace, 'workspace_created', { user, name }, user);
    return workspace;
  }
}

/** To the address: of each workspace, the one to the highest role. */
async function invitationsTo(db: Queryable, email: string): Promise<OpenInvitation[]> {
  const all = await selectOpenInvitationsFor(db, email);
  const byWorkspace = new Map(all.toReversed().map((each) => [each.workspace, each]));
  return [...byWorkspace.values()].slice(0, MOST_INVITATIONS);
}

/** The chosen ones, with their workspaces locked in one order, so that nobody else changes them meanwhile. */
async function holdInvitations(
  tx: Queryable,
  { email, byOperator }: SignUpRow,
  chosen: readonly string[],
): Promise<OpenInvitation[]> {
  if (chosen.length === 0) return [];
  const isChosen = ({ id }: OpenInvitation) => !byOperator && chosen.includes(id);
  const seen = (await invitationsTo(tx, email)).filter(isChosen);
  for (const workspace of seen.map((each) => each.workspace).toSorted())
    await holdWorkspace(tx, workspace);
  const found = (await invitationsTo(tx, email)).filter(isChosen);
  if (found.length === new Set(chosen).size) return found;
  const detail = 'An invitation was withdrawn or has expired. Reload this page.';
  throw new Problem('conflict', detail, { at: { pointer: '#/invitations', code: 'conflict' } });
}

/** Once for each mailbox, in the transaction that makes the workspace. */
async function welcomeOnce(
  tx: Queryable,
  { email, workspace, amount, days }: Parameters<typeof giveWelcome>[1] & { email: string },
): Promise<void> {
  if (!(await insertWelcomed(tx, hash('sha256', mailboxOf(email), 'buffer')))) return;
  await giveWelcome(tx, { workspace, amount, days });
}

function save(tx: Queryable, signUp: Omit<SignUpRow, 'expiresAt'>): Promise<boolean> {
  const [worksForMs, most] = signUp.byOperator
    ? [OF_OPERATOR_WORKS_FOR_MS, MOST_OPEN_OF_OPERATOR]
    : [WORKS_FOR_MS, MOST_OPEN];
  return insertSignUp(tx, { ...signUp, worksForMs, most });
}

/** The path of a link by which this person makes an account and a workspace; also sent to the address. */
export async function inviteToSignUp(
  db: Db,
  { email: text, sendsMail }: { email: string; sendsMail: boolean },
): Promise<{ email: string; path: string; expiresAt: Date }> {
  const email = checkEmail(text);
  return db.transaction(async (tx) => {
    if (await selectPersonByEmail(tx, email)) {
      throw new Problem('conflict', `${email} has an account already: members invite.`);
    }
    const id = newUuid();
    const signUp = { id, email, identity: null, byOperator: true };
    if (!(await save(tx, signUp))) throw tooManyOpen();
    const { token, hash: tokenHash } = makeLinkToken();
    await insertSignUpLink(tx, { tokenHash, signUp: id, worksForMs: WORKS_FOR_MS });
    await recordEvent(tx, null, 'sign_up_invited', { email });
    if (sendsMail) {
      const worksForMs = OF_OPERATOR_WORKS_FOR_MS;
      await insertMails(tx, { kind: 'sign_up', about: [id], worksForMs });
    }
    const expiresAt = new Date(Date.now() + OF_OPERATOR_WORKS_FOR_MS);
    return { email, path: signUpPath(token), expiresAt };
  });
}

async function countAddress(db: Db, network: string): Promise<void> {
  const key = limitKeyOf('sign-up-address', network);
  const { failures, endsInMs } = await countFailure(db, key, WINDOW_MS);
  if (failures > REQUESTS_PER_ADDRESS) throw tooManyAttempts(endsInMs);
}

interface CheckedPerson {
  name: string;
  /** Undefined for a person of the OpenID provider. */
  password: string | undefined;
  workspaceName: string | undefined;
  invitations: readonly string[];
}

async function checkNewPerson(
  input: Omit<AcceptSignUp, 'token'>,
  { email, identity }: SignUpRow,
  makesWorkspace: boolean,
): Promise<CheckedPerson> {
  const { invitations = [], password } = input;
  const name = checkName(input.name);
  const workspaceName =
    input.workspaceName === undefined
      ? undefined
      : checkName(input.workspaceName, '#/workspaceName');
  if (workspaceName !== undefined && !makesWorkspace) {
    throw refusal('#/workspaceName', 'unsupported', 'People join by invitation only.');
  }
  if (workspaceName === undefined && invitations.length === 0) {
    throw makesWorkspace
      ? refusal('#/workspaceName', 'required', 'Name a workspace, or accept an invitation.')
      : refusal('#/invitations', 'required', 'Accept an invitation.');
  }
  const checked = { name, workspaceName, invitations };
  if (identity) return { ...checked, password: undefined };
  if (password === undefined) throw refusal('#/password', 'required', 'Enter a password.');
  await checkPassword(password, {
    pointer: '#/password',
    known: [name, email, workspaceName ?? ''],
  });
  return { ...checked, password };
}

/** With a first session, whose cookies are in the headers. */
async function makePerson(
  { api, internals, isRefusal }: Auth,
  { email, identity }: SignUpRow,
  { name, password }: CheckedPerson,
  userAgent: string | undefined,
): Promise<{ user: string; headers: Headers }> {
  const request = { headers: headersOf({ userAgent }), returnHeaders: true } as const;
  if (password !== undefined) {
    const body = { name, email, password };
    const made = await api.signUpEmail({ body, ...request }).catch((error: unknown) => {
      throw isRefusal(error) ? hasAccount() : error;
    });
    return { user: made.response.user.id, headers: made.headers };
  }
  const { issuer = '', subject = '' } = identity ?? {};
  const library = await internals();
  const key = { providerId: `oidc:${issuer}`, accountId: subject };
  if (await library.findAccountByKey(key)) throw hasAccount();
  const { id: user } = await library.createUser(
    { name, email, emailVerified: true },
    { method: 'oauth', oauth: { providerId: key.providerId } },
  );
  await library.linkAccount({ userId: user, ...key });
  const { headers } = await api.startSession({ body: { userId: user }, ...request });
  return { user, headers };
}

/** With a link that works from now on; without one for an address that has a user. Undefined once it is used or expired. */
export async function writeSignUp(
  db: Db,
  id: string,
  { publicUrl, isOpen }: { publicUrl: string; isOpen: boolean },
): Promise<Email | undefined> {
  const found = await selectSignUp(db, { id });
  if (!found || !(isOpen || found.byOperator)) return undefined;
  const { email: to, byOperator, expiresAt } = found;
  if (await selectPersonByEmail(db, to)) {
    return {
      to,
      subject: 'You already have an account',
      text: [
        'Hello,',
        'somebody asked to make an account with this address, which has one already. Sign in here:',
        `${publicUrl}/dashboard/sign-in`,
        'If you have forgotten the password, ask for a new one there. If it was not you, do nothing: nothing has changed.',
      ].join('\n\n'),
    };
  }
  const { token, hash: tokenHash } = makeLinkToken();
  await insertSignUpLink(db, { tokenHash, signUp: id, worksForMs: WORKS_FOR_MS });
  return {
    to,
    subject: 'Create your account',
    text: [
      'Hello,',
      byOperator
        ? 'You are invited to make an account, with a workspace of your own:'
        : 'somebody asked to make an account with this address. If it was you, go on here:',
      `${publicUrl}${signUpPath(token)}`,
      byOperator
        ? `The link works once, until ${expiresAt.toISOString().slice(0, 10)}. If you do not know why you got this, do nothing.`
        : 'The link works once, for an hour. If it was not you, do nothing: no account is made.',
    ].join('\n\n'),
  };
}

/** Under the public URL. */
function signUpPath(token: string): string {
  return `/dashboard/create-account#token=${token}`;
}

function hasAccount(): Problem {
  return new Problem('conflict', 'This email has an account by now. Sign in instead.');
}

function tooManyOpen(): Problem {
  return new Problem('overloaded', 'Too many people are signing up right now. Nothing was sent.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
