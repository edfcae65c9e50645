/**
 * Making an account without an invitation, with a workspace of its own. A link in an email proves the address; a person
 * who comes from the OpenID provider has proven it there. No answer shows whether an address has a user: both cases
 * execute the same statements, and the worker that writes the email decides which one it is. The secret of a link is
 * created when its email is written and only its hash is saved. User, workspace and used link are one commit.
 */
import { hash } from 'node:crypto';
import { recordEvent } from '../audit-trail/index.ts';
import { giveGrant } from '../money/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import type { NetworkOf } from '../platform/lib/attempts.ts';
import { newUuid } from '../platform/lib/ids.ts';
import { Problem } from '../platform/lib/problem.ts';
import { type Email, insertMails } from '../platform/mail/index.ts';
import type { Auth } from './auth.ts';
import { type CaptchaSettings, checkCaptcha } from './captcha.ts';
import { hashOfLinkToken, linkNotValid, makeLinkToken } from './invitations.ts';
import { insertMembership } from './membership-store.ts';
import { asShownName, checkEmail, checkName, checkPassword, mailboxOf, refusal } from './person.ts';
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
  termsUrl?: string;
  expiresAt: Date;
}

export interface AcceptSignUp {
  token: string;
  name: string;
  password?: string | undefined;
  workspaceName: string;
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
    if (found && (isOpen || found.byOperator)) return found;
    throw linkNotValid();
  }

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
      const { failures: asked } = await countFailure(db, key, WINDOW_MS);
      if (asked > SENT_PER_MAILBOX) return;
      await db.transaction(async (tx) => {
        const id = newUuid();
        const signUp = { id, email, identity: null, byOperator: false };
        if (!(await save(tx, signUp))) throw tooManyOpen();
        await insertMails(tx, { kind: 'sign_up', about: [id], worksForMs: WORKS_FOR_MS });
      });
    },

    /**
     * For a person whom the OpenID provider vouches for, and who has no user: the path of the page that makes it.
     * Undefined if the person can't sign up here.
     */
    async begin(
      tx: Queryable,
      {
        email,
        name,
        ...key
      }: { email: string; name: string | undefined } & Pick<SignUpIdentity, 'issuer' | 'subject'>,
    ): Promise<string | undefined> {
      if (!isOpen) return undefined;
      await deleteSignUpsOfSubject(tx, key);
      const id = newUuid();
      const identity = { ...key, name: asShownName(name ?? '') ?? null };
      if (!(await save(tx, { id, email, identity, byOperator: false }))) return undefined;
      const { token, hash: tokenHash } = makeLinkToken();
      await insertSignUpLink(tx, { tokenHash, signUp: id, worksForMs: WORKS_FOR_MS });
      return signUpPath(token);
    },

    async preview(token: string): Promise<SignUpPreview> {
      const { email, identity, expiresAt } = await find(token);
      return {
        ...{ email, needsPassword: identity === null, expiresAt },
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
      const person = await checkNewPerson(input, found, termsUrl);
      const attempts = limitKeyOf('sign-up-link', found.id);
      const { failures, endsInMs } = await countFailure(db, attempts, WINDOW_MS);
      if (failures > ATTEMPTS_PER_LINK) throw tooManyAttempts(endsInMs);
      const library = await auth();
      const headers = await library.within(async (tx) => {
        if (!(await takeSignUp(tx, found))) throw linkNotValid();
        if (await selectPersonByEmail(tx, found.email)) throw hasAccount();
        const { user, ...began } = await makePerson(library, found, person, userAgent);
        if (!found.byOperator) await setVerified(tx, user);
        await recordEvent(tx, null, 'user_created', { user, by: 'sign_up' }, user);
        const { workspaceName: name } = person;
        const { id: workspace } = await makeWorkspace(tx, { name, pointer: '#/workspaceName' });
        await insertMembership(tx, { id: newUuid(), workspace, user, role: 'owner' });
        await recordEvent(tx, workspace, 'workspace_created', { user, name }, user);
        if (termsUrl !== undefined) {
          await recordEvent(tx, workspace, 'terms_accepted', { user, termsUrl }, user);
        }
        await recordEvent(tx, workspace, 'member_joined', { user, role: 'owner' }, user);
        if (welcome && !found.byOperator)
          await giveWelcome(tx, { ...found, workspace, ...welcome });
        return began.headers;
      });
      return sessions.openInstead(headers, cookie);
    },
  };
}

/** Once for each mailbox, in the transaction that makes the workspace. */
async function giveWelcome(
  tx: Queryable,
  input: { email: string; workspace: string; amount: number; days: number },
): Promise<void> {
  const { email, workspace, amount, days } = input;
  if (!(await insertWelcomed(tx, hash('sha256', mailboxOf(email), 'buffer')))) return;
  const expiresAt = new Date(Date.now() + days * 86_400_000);
  await giveGrant(tx, { workspace, amount, reason: 'welcome', expiresAt, reference: 'welcome' });
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
  workspaceName: string;
}

async function checkNewPerson(
  input: Omit<AcceptSignUp, 'token'>,
  { email, identity }: SignUpRow,
  termsUrl: string | undefined,
): Promise<CheckedPerson> {
  const name = checkName(input.name);
  const workspaceName = input.workspaceName.trim();
  if (termsUrl !== undefined && input.acceptedTermsUrl === undefined) {
    throw refusal('#/acceptedTermsUrl', 'required', 'Agree to the terms first.');
  }
  if (termsUrl !== undefined && input.acceptedTermsUrl !== termsUrl) {
    throw refusal('#/acceptedTermsUrl', 'conflict', `The terms are now at ${termsUrl}.`);
  }
  if (identity) return { name, workspaceName, password: undefined };
  const { password } = input;
  if (password === undefined) throw refusal('#/password', 'required', 'Enter a password.');
  await checkPassword(password, { pointer: '#/password', known: [name, email, workspaceName] });
  return { name, workspaceName, password };
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
