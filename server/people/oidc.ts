/**
 * Sign-in by an OpenID provider. It signs in existing users: by the subject that is linked with this issuer, or, once,
 * by an address that it has verified. Any other person makes an account on the page for that, if anybody may sign up or
 * there are terms to agree to: an invitation to the address is offered there, as strangers may have sent it. Otherwise a
 * user is created for an invited address at once, together with the promised memberships. A sign-in comes back once, to
 * the browser that started it.
 *
 * A subject belongs to its issuer, and a user has one of each issuer: another subject is refused, even with the same
 * address, since providers reuse addresses over time. An unverified address belongs to nobody until its holder signs
 * in: then it is theirs, and the account of the person who typed it loses its earlier sign-in methods.
 */
import { randomBytes } from 'node:crypto';
import { recordEvent } from '../audit-trail/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { asShownName } from '../platform/lib/names.ts';
import { Problem } from '../platform/lib/problem.ts';
import type { Auth } from './auth.ts';
import { readCookie, type SessionCookie, writeCookie } from './cookies.ts';
import { join } from './invitations.ts';
import { deleteUnusedBy, selectOpenInvitationsFor } from './membership-store.ts';
import { holdWorkspace } from './memberships.ts';
import type { Attempt, Identity, OidcProvider } from './oidc-provider.ts';
import { endOperator, removeFactor } from './operators.ts';
import {
  deleteExpiredVerifications,
  deletePassword,
  deleteResetsOf,
  deleteSessionsOf,
  lockPerson,
  type PersonRow,
  selectHasAccount,
  selectPersonByEmail,
  setVerified,
} from './person-store.ts';
import type { From, Sessions } from './sessions.ts';
import type { SignUp } from './sign-up.ts';

interface OidcOptions {
  auth: () => Promise<Auth>;
  provider: () => Promise<OidcProvider>;
  cookie: () => SessionCookie;
  sessions: Sessions;
  signUp: Pick<SignUp, 'begin' | 'hasPage'>;
  issuer: string;
  onError: (message: string, detail: unknown) => void;
}

export interface Redirect {
  location: string;
  setCookie: string[];
}

type OidcProblem =
  | 'oidc_failed'
  | 'oidc_expired'
  | 'oidc_not_invited'
  | 'oidc_not_linked'
  | 'oidc_unavailable';

const WORKS_FOR_SECONDS = 600;
const HOME = '/dashboard';

export type Oidc = ReturnType<typeof createOidc>;

export function createOidc(options: OidcOptions) {
  const { auth, provider, cookie, sessions, signUp, issuer, onError } = options;
  const keyOf = (state: string) => `oidc:${state}`;

  async function take(state: string | null, header: string | undefined) {
    // The cookie proves that this browser started the sign-in, and did not just get the URL.
    if (state === null || readCookie(header, cookie().name) !== state) return undefined;
    const { internals } = await auth();
    const taken = await (await internals()).consumeVerificationValue(keyOf(state));
    return taken ? (JSON.parse(taken.value) as Attempt & { returnTo: string }) : undefined;
  }

  return {
    async start({ returnTo }: { returnTo?: string | undefined }): Promise<Redirect> {
      const attempt: Attempt = { state: secret(), nonce: secret(), codeVerifier: secret() };
      const url = await provider().then(
        (known) => known.authorizationUrl(attempt),
        (error: unknown) => onError('the OpenID provider is not reached', error),
      );
      if (!url) return { location: signInPage('oidc_unavailable'), setCookie: [] };
      const library = await auth();
      await library.within(async (tx) => {
        await deleteExpiredVerifications(tx);
        await (await library.internals()).createVerificationValue({
          identifier: keyOf(attempt.state),
          value: JSON.stringify({ ...attempt, state: '', returnTo: pageOf(returnTo) }),
          expiresAt: new Date(Date.now() + WORKS_FOR_SECONDS * 1_000),
        });
      });
      const setCookie = [writeCookie(cookie(), attempt.state, WORKS_FOR_SECONDS)];
      return { location: url.href, setCookie };
    },

    async finish(
      input: { query: URLSearchParams; cookie: string | undefined } & From,
    ): Promise<Redirect> {
      const { query, ip } = input;
      const clear = writeCookie(cookie(), '', 0);
      const failed = (problem: OidcProblem) => ({
        location: signInPage(problem),
        setCookie: [clear],
      });
      const attempt = await take(query.get('state'), input.cookie);
      if (!attempt) return failed('oidc_expired');
      const code = query.get('code');
      const from = query.get('iss')?.replace(/\/+$/, '') ?? issuer;
      if (code === null || query.has('error') || from !== issuer) return failed('oidc_failed');
      try {
        const identity = await (await provider()).identify(code, attempt);
        if (!identity) return failed('oidc_failed');
        const library = await auth();
        const found = await library.within((tx) =>
          claimPerson(tx, library, identity, { issuer, signUp }),
        );
        if ('problem' in found) return failed(found.problem);
        if ('path' in found) return { location: found.path, setCookie: [clear] };
        if (found.isTakenOver) sessions.forget();
        const { setCookie } = await sessions.start(found.user, input);
        await library.within((tx) =>
          recordEvent(tx, null, 'user_signed_in', { by: 'oidc', ip }, found.user),
        );
        return { location: attempt.returnTo, setCookie: [...setCookie, clear] };
      } catch (error) {
        onError('a sign-in by the OpenID provider failed', error);
        return failed('oidc_failed');
      }
    },
  };
}

type Claim =
  | { user: string; isTakenOver: boolean }
  /** Of the page that makes an account. */
  | { path: string }
  | { problem: 'oidc_not_invited' | 'oidc_not_linked' };

async function claimPerson(
  tx: Queryable,
  auth: Auth,
  { subject, email, name }: Identity,
  { issuer, signUp }: Pick<OidcOptions, 'issuer' | 'signUp'>,
): Promise<Claim> {
  const library = await auth.internals();
  const key = { providerId: `oidc:${issuer}`, accountId: subject };
  const linked = await library.findAccountByKey(key);
  if (linked) return { user: linked.userId, isTakenOver: false };
  if (email === undefined) return { problem: 'oidc_not_invited' };

  const person = await heldPerson(tx, email);
  if (!person) {
    const none = { problem: 'oidc_not_invited' } as const;
    if (!signUp.hasPage) return (await makeInvited(tx, auth, { email, name, key })) ?? none;
    const path = await signUp.begin(tx, { email, name, issuer, subject });
    return path === undefined ? none : { path };
  }
  if (await selectHasAccount(tx, { user: person.id, provider: key.providerId })) {
    return { problem: 'oidc_not_linked' };
  }
  const isTakenOver = !person.isVerified;
  if (isTakenOver) await takeOver(tx, person.id);
  await library.linkAccount({ userId: person.id, ...key });
  const detail = { user: person.id, by: 'oidc', issuer, takenOver: isTakenOver };
  await recordEvent(tx, null, 'user_linked', detail, person.id);
  return { user: person.id, isTakenOver };
}

/** Reads the row once nobody else can change it: of two concurrent subjects, one is first. */
async function heldPerson(tx: Queryable, email: string): Promise<PersonRow | undefined> {
  const seen = await selectPersonByEmail(tx, email);
  if (!seen) return undefined;
  await lockPerson(tx, seen.id);
  return selectPersonByEmail(tx, email);
}

/** Ends every way in which somebody else could come back. Memberships belong to the user, and stay. */
async function takeOver(tx: Queryable, user: string): Promise<void> {
  await deletePassword(tx, user);
  await removeFactor(tx, user);
  await endOperator(tx, user, 'Somebody else proved the address');
  await deleteResetsOf(tx, user);
  await deleteSessionsOf(tx, user);
  await deleteUnusedBy(tx, { user });
  await setVerified(tx, user);
}

/** Undefined if nobody invited the address. */
async function makeInvited(
  tx: Queryable,
  { internals }: Auth,
  input: {
    email: string;
    name: string | undefined;
    key: { providerId: string; accountId: string };
  },
): Promise<Claim | undefined> {
  const { email, key } = input;
  for (const { workspace } of await selectOpenInvitationsFor(tx, email)) {
    await holdWorkspace(tx, workspace);
  }
  const invitations = await selectOpenInvitationsFor(tx, email);
  if (invitations.length === 0) return undefined;
  const library = await internals();
  const { id: user } = await library.createUser(
    { name: nameOf(input), email, emailVerified: true },
    { method: 'oauth', oauth: { providerId: key.providerId } },
  );
  await library.linkAccount({ userId: user, ...key });
  await recordEvent(tx, null, 'user_created', { user, by: 'oidc' }, user);
  for (const invitation of invitations) await joinOnce(tx, invitation, user);
  return { user, isTakenOver: false };
}

/** Without a name, what the address begins with. */
function nameOf({ name = '', email }: { name: string | undefined; email: string }): string {
  return asShownName(name) ?? asShownName(email.split('@')[0] ?? '') ?? 'Somebody';
}

/** Of two invitations to one workspace, the lesser adds nothing. */
async function joinOnce(...args: Parameters<typeof join>): Promise<void> {
  await join(...args).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
}

function signInPage(problem: OidcProblem): string {
  return `${HOME}/sign-in?problem=${problem}`;
}

/** A page of the dashboard or of the operator's console, and of no other site. */
function pageOf(returnTo: string | undefined): string {
  if (returnTo === undefined || !/^\/(?:dashboard|operator)(?:[/?][!-~]*)?$/.test(returnTo))
    return HOME;
  const { origin, pathname, search } = new URL(returnTo, 'http://here.invalid');
  const isHere =
    origin === 'http://here.invalid' && /^\/(?:dashboard|operator)(\/|$)/.test(pathname);
  return isHere ? pathname + search : HOME;
}

function secret(): string {
  return randomBytes(48).toString('base64url');
}
