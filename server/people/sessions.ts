/**
 * Beginning and ending sessions: sign-in by password, a new password, and the ends of a session, also of the user's
 * other ones. Unknown addresses and wrong passwords get the same answer after the same work.
 */
import { recordEvent } from '../audit-trail/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { Problem } from '../platform/lib/problem.ts';
import { type Devices, readCookie } from './cookies.ts';
import { selectWorkspacesOf } from './membership-store.ts';
import { asEmail, checkPassword, wrongPassword } from './person.ts';
import {
  deleteDeadSessions,
  deleteOtherSessionsOf,
  deleteResetsOf,
  deleteSession,
  deleteSessionOf,
  lockPerson,
  type OwnSession,
  selectHasPassword,
  selectPassword,
  selectSessionsOf,
  setProven,
} from './person-store.ts';
import type { SecondFactor } from './second-factor.ts';
import {
  type CookieHeader,
  createSessionReader,
  headersOf,
  type Session,
  type SessionReader,
  type SessionReaderOptions,
} from './session-reader.ts';
import type { FailedSignIns, SignInLimit } from './sign-in-limit.ts';

/** The caller: attempts are counted by its address. */
export interface From {
  ip?: string | undefined;
  userAgent?: string | undefined;
}

interface SignInInput extends From {
  email: string;
  password: string;
  /** The code of the second factor, once requested. */
  code?: string | undefined;
  /** The Cookie header of the browser. */
  cookie?: CookieHeader;
}

interface PasswordChange extends From {
  cookie: CookieHeader;
  currentPassword: string;
  newPassword: string;
}

export interface Opened {
  /** The session, and the device cookie for this browser's next sign-in. */
  setCookie: string[];
  session: Session;
}

interface SessionsOptions extends SessionReaderOptions {
  limit: SignInLimit;
  devices: Devices;
  failures: FailedSignIns;
  factor: Pick<SecondFactor, 'pass'>;
}

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(options: SessionsOptions) {
  const reader = createSessionReader(options);
  const parts = { ...options, reader };
  return {
    authenticate: reader.authenticate,
    /** For ending sessions elsewhere: this process reads each again. */
    forget: reader.forgetAll,
    open: (headers: Headers) => open(parts, headers),
    /** Ends the session that the browser of the cookie had. */
    async openInstead(headers: Headers, cookie: CookieHeader): Promise<Opened> {
      const opened = await open(parts, headers);
      await endReplaced(parts, cookie);
      return opened;
    },
    signIn: (input: SignInInput) => signIn(parts, input),
    signOut: (cookie: CookieHeader) => signOut(parts, cookie),
    changePassword: (input: PasswordChange) => changePassword(parts, input),
    start: (user: string, input: { cookie: CookieHeader } & From) => start(parts, user, input),
  };
}

interface Parts extends SessionsOptions {
  reader: SessionReader;
}

async function signIn(parts: Parts, input: SignInInput): Promise<Opened> {
  const { db, reader, limit, failures } = parts;
  const email = asEmail(input.email);
  const device = email && (await knownDevice(parts, input.cookie, email));
  const attempt = await limit.begin({ address: input.ip, account: input.email, device });
  if (email === undefined) {
    failures.note(input);
    throw wrongCredentials();
  }
  const before = await selectPassword(db, email);
  const headers = await checkCredentials(parts, email, input);
  const { password: after, ...opened } = await open(parts, headers);
  // A change of the password ends all sessions that it finds; this one may have been created after it.
  if (after !== before) {
    await deleteSession(db, opened.session.id);
    reader.forgetAll();
    throw wrongCredentials();
  }
  await attempt.succeed();
  await passFactor(parts, opened.session, { ...input, device });
  failures.end(email);
  await endReplaced(parts, input.cookie);
  await deleteDeadSessions(db, opened.session.user);
  const said = { by: 'password', ip: input.ip };
  await recordEvent(db, null, 'user_signed_in', said, opened.session.user);
  return opened;
}

/** Until the second factor has passed, nobody has the session's cookie; if it fails, the session ends. */
async function passFactor(
  { db, reader, failures, factor }: Parts,
  { id, user }: Session,
  { code, device, email, ip }: SignInInput & { device: string | undefined },
): Promise<void> {
  try {
    const isProven = await factor.pass({ user, code, device });
    if (isProven) await setProven(db, id);
  } catch (error) {
    await deleteSession(db, id);
    reader.forgetAll();
    if (code !== undefined) failures.note({ email, ip });
    throw error;
  }
}

/** The headers of the new session. A failure is recorded under the given address. */
async function checkCredentials(
  { auth, failures }: Parts,
  email: string,
  input: SignInInput,
): Promise<Headers> {
  const { password, userAgent } = input;
  const { api, isRefusal } = await auth();
  const { headers } = await api
    .signInEmail({
      body: { email, password },
      headers: headersOf({ userAgent }),
      returnHeaders: true,
    })
    .catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      failures.note(input);
      throw wrongCredentials();
    });
  return headers;
}

/** Can be repeated. Returns the header that clears the cookie. */
async function signOut({ reader, cookie, auth }: Parts, header: CookieHeader): Promise<string[]> {
  const session = await reader.authenticate(header);
  reader.forget(header);
  const { api, within } = await auth();
  return within(async (tx) => {
    const { headers } = await api.signOut({
      headers: headersOf({ cookie: sessionCookie(cookie().name, header) }),
      returnHeaders: true,
    });
    if (session) {
      // The library hides a failure to delete; a session that was reported as ended must have ended.
      await deleteSession(tx, session.id);
      await recordEvent(tx, null, 'user_signed_out', {}, session.user);
    }
    const isOurs = (text: string) => text.startsWith(`${cookie().name}=`);
    return headers.getSetCookie().filter(isOurs);
  });
}

/** Ends every session of the user; the calling browser gets a new one. */
async function changePassword(parts: Parts, input: PasswordChange): Promise<Opened> {
  const { db, reader, limit } = parts;
  const session = await reader.authenticate(input.cookie);
  if (!session) throw new Problem('unauthenticated', 'Sign in first.');
  const workspaces = await selectWorkspacesOf(db, session.user);
  const known = [session.email, session.name, ...workspaces.map(({ name }) => name)];
  await checkPassword(input.newPassword, { pointer: '#/newPassword', known });
  if (!(await selectHasPassword(db, session.user))) throw noPassword();
  const { id: device, user: account } = session;
  const attempt = await limit.begin({ address: input.ip, account, device });
  const headers = await savePassword(parts, session, input);
  reader.forgetAll();
  await attempt.succeed();
  return open(parts, headers);
}

/** The headers of the new session. */
async function savePassword(
  { auth, cookie, failures }: Parts,
  { user, email }: Session,
  { cookie: header, currentPassword, newPassword, ip, userAgent }: PasswordChange,
): Promise<Headers> {
  const { api, within, isRefusal } = await auth();
  return within(async (tx) => {
    await lockPerson(tx, user);
    const changed = await api
      .changePassword({
        body: { currentPassword, newPassword, revokeOtherSessions: true },
        headers: headersOf({ cookie: sessionCookie(cookie().name, header), userAgent }),
        returnHeaders: true,
      })
      .catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        failures.note({ email, ip });
        throw wrongPassword();
      });
    await deleteResetsOf(tx, user);
    await recordEvent(tx, null, 'password_changed', { ip }, user);
    return changed.headers;
  });
}

/** A session for a user whose identity was proven elsewhere. */
async function start(
  parts: Parts,
  user: string,
  input: { cookie: CookieHeader } & From,
): Promise<Pick<Opened, 'setCookie'>> {
  const { api } = await parts.auth();
  const { headers } = await api.startSession({
    body: { userId: user },
    headers: headersOf({ userAgent: input.userAgent }),
    returnHeaders: true,
  });
  const { setCookie } = await open(parts, headers);
  await endReplaced(parts, input.cookie);
  return { setCookie };
}

/** The newly created session, by its cookie. */
async function open(
  { db, reader, devices }: Parts,
  headers: Headers,
): Promise<Opened & { password: string | undefined }> {
  const setCookie = headers.getSetCookie();
  const session = await reader.authenticate(setCookie.map((text) => text.split(';')[0]).join('; '));
  if (!session) throw wrongCredentials();
  const password = await selectPassword(db, session.email);
  if (password !== undefined) setCookie.push(devices.issue(password));
  return { setCookie, session, password };
}

/** The session that this browser had before it got another one. */
async function endReplaced({ db, reader }: Parts, header: CookieHeader): Promise<void> {
  const replaced = await reader.authenticate(header);
  if (!replaced) return;
  reader.forget(header);
  await deleteSession(db, replaced.id);
  await recordEvent(db, null, 'user_signed_out', { by: 'new_sign_in' }, replaced.user);
}

/** The device of the header, if it has signed in with the current password of this address. */
async function knownDevice(
  { db, devices }: Parts,
  header: CookieHeader,
  email: string,
): Promise<string | undefined> {
  const device = devices.read(header);
  if (!device || !devices.isOf(device, await selectPassword(db, email))) return undefined;
  return device.id;
}

/** `forget`: sessions ended, and the process reads each again. */
export function createOwnSessions({ db, forget }: { db: Db; forget: () => void }) {
  return {
    list: ({ user }: Session): Promise<OwnSession[]> => selectSessionsOf(db, user),

    /** The number of ended sessions. */
    async endOthers({ id, user }: Session): Promise<number> {
      const ended = await db.transaction(async (tx) => {
        const count = await deleteOtherSessionsOf(tx, { user, but: id });
        if (count > 0) await recordEvent(tx, null, 'sessions_ended', { sessions: count }, user);
        return count;
      });
      forget();
      return ended;
    },

    async end({ id, user }: Session, session: string): Promise<void> {
      if (session === id) {
        throw new Problem('conflict', 'This is the session that you are using: sign out instead.');
      }
      await db.transaction(async (tx) => {
        if (!(await deleteSessionOf(tx, { user, id: session }))) {
          throw new Problem('not_found', 'There is no such session.');
        }
        await recordEvent(tx, null, 'sessions_ended', { sessions: 1 }, user);
      });
      forget();
    },
  };
}

/** Only the session's cookie, from the cookies of a browser. */
function sessionCookie(name: string, header: CookieHeader): string {
  return `${name}=${readCookie(header, name) ?? ''}`;
}

function wrongCredentials(): Problem {
  return new Problem('wrong_credentials', 'Incorrect email or password.');
}

function noPassword(): Problem {
  return new Problem(
    'conflict',
    'You sign in with your identity provider, so there is no password to change.',
  );
}
