/**
 * People: who signs in to the dashboard, and what they may do in which workspace. A library handles passwords, users,
 * sessions and OpenID Connect; this folder decides on invitations, roles and who may link what. Knows nothing of
 * routes: cookies come and go as the text of headers.
 */
import { recordEvent } from '../audit-trail/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { createNetworkOf } from '../platform/lib/attempts.ts';
import { checkName } from '../platform/lib/names.ts';
import { Problem } from '../platform/lib/problem.ts';
import type { Auth } from './auth.ts';
import { cookieFor, createDevices } from './cookies.ts';
import { countAttempt, holdInvitation, joinAs, joinAsNew, type NewPerson } from './invitations.ts';
import { selectWorkspacesOf } from './membership-store.ts';
import { createOidc, type Oidc, type Redirect } from './oidc.ts';
import type { OidcSettings } from './oidc-provider.ts';
import type { PasswordHashes } from './password-hashes.ts';
import { createForgottenPassword, type ForgottenPasswordOptions } from './password-reset.ts';
import type { Role } from './person.ts';
import { type OwnSession, selectHasPassword, setName } from './person-store.ts';
import { createSecondFactor, type SecondFactor } from './second-factor.ts';
import { type CookieHeader, headersOf, type Session } from './session-reader.ts';
import { createOwnSessions, createSessions, type From, type Opened } from './sessions.ts';
import { createFailedSignIns, createSignInLimit, type SignInLimits } from './sign-in-limit.ts';
import {
  type AcceptSignUp,
  createSignUp,
  type SignUp,
  type SignUpMethod,
  type SignUpPreview,
  type SignUpSettings,
} from './sign-up.ts';

export {
  type CreatedInvitation,
  createInvitation,
  deleteInvitation,
  type Invitation,
  joinPath,
  listInvitations,
  previewInvitation,
  renewSetUpLink,
  writeInvitation,
} from './invitations.ts';
export { type Member, selectJoined as listJoined } from './membership-store.ts';
export {
  findPeople,
  listMembers,
  membershipOf,
  type PersonOf,
  removeMember,
  updateRole,
} from './memberships.ts';
export {
  addOperator,
  listOperators,
  OPERATOR_ROLES,
  type OperatorRole,
  type OperatorRow,
  type OperatorStanding,
  operatorOf,
  removeOperator,
} from './operators.ts';
export type { PasswordHashes } from './password-hashes.ts';
export { resetPassword, writePasswordReset } from './password-reset.ts';
export { isAtLeast, ROLES, type Role } from './person.ts';
export {
  deleteEndedAttempts,
  type OwnSession,
  selectPerson as personOf,
  selectWithSecondFactor as withSecondFactor,
} from './person-store.ts';
export { removeSecondFactor } from './second-factor.ts';
export type { Session } from './session-reader.ts';
export { inviteToSignUp, writeSignUp } from './sign-up.ts';
export { deleteEndedSignUps } from './sign-up-store.ts';

export interface Me {
  /** A user who has only signed in by the OpenID provider has no password to change. */
  user: { id: string; name: string; email: string; hasPassword: boolean };
  /** By name. */
  workspaces: { id: string; name: string; role: Role; timeZone: string }[];
  session: { idleUntil: Date; endsAt: Date };
}

/** Each element of `setCookie` is one Set-Cookie header; the list may be empty. */
export interface SignedIn {
  setCookie: string[];
  me: Me;
}

interface SignInMethods {
  password: true;
  oidc?: { name: string };
  /** Who helps with a forgotten one. */
  passwordReset: 'mail' | 'operator';
  signUp?: SignUpMethod;
}

export interface Users {
  methods(): SignInMethods;
  /** Ends the previous session of this browser. */
  signIn(
    input: { email: string; password: string; code?: string; cookie?: CookieHeader } & From,
  ): Promise<SignedIn>;
  /** Undefined if there is no valid session. */
  authenticate(cookie: CookieHeader): Promise<Session | undefined>;
  /** The name of the session cookie here. */
  sessionCookie(): string;
  /** Identifies a browser that has signed in before, for any user; undefined for any other browser. */
  deviceOf(cookie: CookieHeader): string | undefined;
  /** Can be repeated. The answer clears the cookie. */
  signOut(cookie: CookieHeader): Promise<string[]>;
  /** Ends every session of the user; the answer contains a new one for this browser. */
  changePassword(
    input: { cookie: CookieHeader; currentPassword: string; newPassword: string } & From,
  ): Promise<{ setCookie: string[] }>;
  /** The answer is the same for every address; there is none if the deployment sends no email. */
  requestPasswordReset(input: { email: string } & From): Promise<void>;
  /** Ends every session of the user, and begins none. */
  acceptPasswordReset(input: { token: string; newPassword: string }): Promise<void>;
  me(session: Session): Promise<Me>;
  rename(session: Session, name: string): Promise<Me>;
  /** The sessions of the user. */
  ownSessions: {
    list(session: Session): Promise<OwnSession[]>;
    /** The number of ended sessions. */
    endOthers(session: Session): Promise<number>;
    end(session: Session, id: string): Promise<void>;
  };
  /** A code of an app, in addition to the password. */
  secondFactor: Omit<SecondFactor, 'pass'>;
  /** As the user of the session if there is one, otherwise as a new user. */
  acceptInvitation(
    input: { token: string; cookie?: CookieHeader } & NewPerson & From,
  ): Promise<SignedIn>;
  /** The answer is the same for every address; there is none if the deployment is not open to sign-up. */
  requestSignUp: SignUp['request'];
  previewSignUp(token: string): Promise<SignUpPreview>;
  /** As a new user, who owns a new workspace. Ends the session that this browser had. */
  acceptSignUp(input: AcceptSignUp & { cookie?: CookieHeader } & From): Promise<SignedIn>;
  startOidc(input: { returnTo?: string | undefined }): Promise<Redirect>;
  /** The redirect tells the sign-in page what went wrong. */
  finishOidc(input: { query: URLSearchParams; cookie: CookieHeader } & From): Promise<Redirect>;
  close(): Promise<void>;
}

export interface UsersOptions {
  db: Db;
  /** The deployment's secret; the secrets needed here are derived from it. */
  secret: Buffer;
  /** Called at first use: a port that the system assigns is not known before. */
  publicUrl: () => string;
  sessions: { idleMs: number; limitMs: number };
  /** How to hash passwords; default: so that guessing takes long. */
  passwords?: PasswordHashes | undefined;
  oidc?: OidcSettings | undefined;
  /** Whether the deployment sends mail. */
  sendsMail?: boolean;
  signUp: SignUpSettings;
  signInLimits?: Partial<SignInLimits>;
  /** Bits of an IPv6 address that count as one address. */
  ipv6Prefix?: number;
  log?: {
    info(detail: object, message: string): void;
    warn(detail: object, message: string): void;
  };
}

export function createUsers(options: UsersOptions): Users {
  const { db, publicUrl, log } = options;
  const onError = (message: string, detail: unknown) => log?.warn({ err: detail }, message);
  const cookie = () => cookieFor(publicUrl(), 'session');
  const auth = once(() => openAuth(options, onError));
  const networkOf = createNetworkOf(options.ipv6Prefix);
  const limit = createSignInLimit(db, options.signInLimits, networkOf);
  const { secret } = options;
  const devices = createDevices({ secret, cookie: () => cookieFor(publicUrl(), 'device') });
  const failures = createFailedSignIns({ db, secret, networkOf, log });
  const { idleMs } = options.sessions;
  const factor = createSecondFactor({ db, secret, hashes: () => hashesOf(options) });
  const sessions = createSessions({ db, auth, cookie, idleMs, limit, devices, failures, factor });
  const signUp = createSignUp({
    ...{ db, auth, sessions, networkOf, log },
    settings: options.signUp,
  });
  const openOidc = once(() => makeOidc(options, { auth, sessions, signUp, onError }));

  async function oidc(): Promise<Oidc> {
    const made = await openOidc();
    if (made) return made;
    throw new Problem('not_found', 'This deployment has no OpenID provider.');
  }

  async function me({ user: id, name, email, idleUntil, endsAt }: Session): Promise<Me> {
    const [workspaces, hasPassword] = await Promise.all([
      selectWorkspacesOf(db, id),
      selectHasPassword(db, id),
    ]);
    return { user: { id, name, email, hasPassword }, workspaces, session: { idleUntil, endsAt } };
  }

  const signedIn = async ({ setCookie, session }: Opened): Promise<SignedIn> => ({
    ...{ setCookie, me: await me(session) },
  });

  return {
    methods() {
      // The caller is about to sign in: the library takes a second to load.
      auth().catch(() => {});
      const offer = signUp.method();
      return { ...methodsOf(options), ...(offer && { signUp: offer }) };
    },
    signIn: async (input) => signedIn(await sessions.signIn(input)),
    authenticate: sessions.authenticate,
    sessionCookie: () => cookie().name,
    deviceOf: (header) => devices.read(header)?.id,
    signOut: sessions.signOut,
    changePassword: async (input) => ({
      setCookie: (await sessions.changePassword(input)).setCookie,
    }),
    me,
    ...ownAccountOf(options, { networkOf, forget: sessions.forget, me }),
    secondFactor: factor,
    async acceptInvitation({ token, cookie: header, userAgent, ...person }) {
      const session = await sessions.authenticate(header);
      if (!session) await countAttempt(db, token);
      const library = await auth();
      const joined = await library.within(async (tx) => {
        const invitation = await holdInvitation(tx, token);
        if (!session) {
          const headers = headersOf({ userAgent });
          const input = { ...person, headers, termsUrl: options.signUp.termsUrl };
          return (await joinAsNew(tx, library, invitation, input)).headers;
        }
        await joinAs(tx, invitation, { id: session.user, email: session.email });
        return undefined;
      });
      if (joined) return signedIn(await sessions.open(joined));
      return signedIn({ setCookie: [], session: session! });
    },
    requestSignUp: signUp.request,
    previewSignUp: signUp.preview,
    acceptSignUp: async (input) => signedIn(await signUp.accept(input)),
    startOidc: async (input) => (await oidc()).start(input),
    finishOidc: async (input) => (await oidc()).finish(input),
    close: failures.close,
  };
}

function methodsOf({ oidc, sendsMail }: UsersOptions): SignInMethods {
  return {
    password: true,
    ...(oidc && { oidc: { name: oidc.name } }),
    passwordReset: sendsMail ? 'mail' : 'operator',
  };
}

async function hashesOf({ passwords }: UsersOptions): Promise<PasswordHashes> {
  return passwords ?? (await import('./password-hashes.ts')).passwordHashes;
}

/** Operations of users on their own account. */
function ownAccountOf(
  options: UsersOptions,
  {
    networkOf,
    forget,
    me,
  }: Pick<ForgottenPasswordOptions, 'networkOf' | 'forget'> & Pick<Users, 'me'>,
): Pick<Users, 'requestPasswordReset' | 'acceptPasswordReset' | 'rename' | 'ownSessions'> {
  const { db, sendsMail = false } = options;
  const forgotten = createForgottenPassword({
    ...{ db, sendsMail, networkOf, forget, hashes: () => hashesOf(options) },
  });
  return {
    requestPasswordReset: forgotten.request,
    acceptPasswordReset: forgotten.use,
    async rename(session, input) {
      const { user, name: before } = session;
      const name = checkName(input);
      if (name !== before) {
        await db.transaction(async (tx) => {
          await setName(tx, user, name);
          await recordEvent(tx, null, 'user_renamed', { from: before, name }, user);
        });
      }
      forget();
      return me({ ...session, name });
    },
    ownSessions: createOwnSessions({ db, forget }),
  };
}

type OnError = (message: string, detail: unknown) => void;

async function openAuth(
  { db, secret, publicUrl, sessions, passwords }: UsersOptions,
  onError: OnError,
): Promise<Auth> {
  const { createAuth } = await import('./auth.ts');
  const url = publicUrl();
  const cookie = cookieFor(url, 'session');
  return createAuth({ db, secret, publicUrl: url, cookie, sessions, passwords, onError });
}

async function makeOidc(
  { oidc, publicUrl, secret }: UsersOptions,
  parts: Pick<Parameters<typeof createOidc>[0], 'auth' | 'sessions' | 'signUp' | 'onError'>,
): Promise<Oidc | undefined> {
  if (!oidc) return undefined;
  const { createOidcProvider } = await import('./oidc-provider.ts');
  const callback = `${publicUrl()}/v1/dashboard/session/oidc/callback`;
  return createOidc({
    ...parts,
    issuer: oidc.issuer,
    cookie: () => cookieFor(publicUrl(), 'oidc'),
    provider: createOidcProvider(oidc, callback, secret.toString('base64url')),
  });
}

/** Created at the first call, and kept unless that fails. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
