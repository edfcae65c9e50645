/**
 * The second factor: a code of an app in addition to the password, for users who want that. A sign-in by password
 * requires it; an OpenID provider requires its own. Codes of an app are those of RFC 6238; recovery codes help if the
 * app is lost. A code is accepted once, and the database counts attempts before a code is checked. A guesser already
 * knows the password, so all of them wait together; a browser that has signed in before has its own wait.
 */
import {
  createCipheriv,
  createDecipheriv,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { recordEvent } from '../audit-trail/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { Problem } from '../platform/lib/problem.ts';
import { removeFactor } from './operators.ts';
import type { PasswordHashes } from './password-hashes.ts';
import { wrongPassword } from './person.ts';
import {
  confirmFactor,
  countUnlessWaiting,
  giveBackFailures,
  insertRecoveryCodes,
  replaceRecoveryCodes,
  type SecondFactorRow,
  selectPassword,
  selectPersonByEmail,
  selectSecondFactor,
  setProven,
  startFactor,
  takeRecoveryCode,
  takeStep,
} from './person-store.ts';
import type { Session } from './session-reader.ts';
import { limitKeyOf, tooManyAttempts } from './sign-in-limit.ts';

interface SecondFactorState {
  /** Null if there is none. */
  since: Date | null;
  recoveryCodes: number;
}

interface CodeGiven {
  user: string;
  code: string | undefined;
  /** The device, which has proven before that it belongs to the account. */
  device?: string | undefined;
}

/** What is needed to change a second factor: the password, and a code of the app or a recovery code. */
interface Proof {
  password: string;
  code: string;
}

interface SecondFactorOptions {
  db: Db;
  secret: Buffer;
  hashes: () => Promise<PasswordHashes>;
}

export type SecondFactor = ReturnType<typeof createSecondFactor>;

const WAITS = { free: 5, firstMs: 30_000, longestMs: 900_000, rememberedMs: 3_600_000 };

export function createSecondFactor(options: SecondFactorOptions) {
  const parts = { ...options, vault: createFactorVault(options.secret) };
  const { db } = options;
  return {
    async read({ user }: Session): Promise<SecondFactorState> {
      const row = await selectSecondFactor(db, user);
      if (!row?.confirmedAt) return { since: null, recoveryCodes: 0 };
      return { since: row.confirmedAt, recoveryCodes: row.recoveryCodes };
    },

    /** What an app needs; the factor takes effect once a code of the app has arrived. */
    async start(session: Session, password: string): Promise<{ uri: string; secret: string }> {
      await checkOwnPassword(parts, session, password);
      const secret = newFactorSecret();
      const { user, email } = session;
      if (!(await startFactor(db, user, parts.vault.lock(user, secret)))) throw alreadyThere();
      return appSecretOf(secret, email);
    },

    accept: (session: Session, code: string): Promise<string[]> => accept(parts, session, code),

    /** New ones, shown now and never again; the old ones are void. */
    async replaceRecoveryCodes(session: Session, given: Proof): Promise<string[]> {
      const { user } = session;
      await prove(parts, session, given);
      const { codes, hashes } = newRecoveryCodes();
      await db.transaction(async (tx) => {
        if (!(await replaceRecoveryCodes(tx, user, hashes))) throw notThere();
        await recordEvent(tx, null, 'recovery_codes_replaced', { user }, user);
      });
      return codes;
    },

    async remove(session: Session, given: Proof): Promise<void> {
      const { user } = session;
      await prove(parts, session, given);
      await db.transaction(async (tx) => {
        await removeFactor(tx, user);
        await recordEvent(tx, null, 'second_factor_disabled', { user }, user);
      });
    },

    /** Passes if the user has none; returns whether a code was taken. Throws second_factor_required without a code. */
    pass: (given: CodeGiven): Promise<boolean> => pass(parts, given),

    /**
     * Notes in the session that the user has given a code now. Guesses count for all sessions of the user together:
     * whoever signs in without a code, with the identity provider, can open any number of them.
     */
    async proveAgain(session: Session, code: string): Promise<void> {
      const { user, id } = session;
      if (!(await pass(parts, { user, code }))) throw notThere();
      await setProven(db, id);
    },
  };
}

interface Parts extends SecondFactorOptions {
  vault: ReturnType<typeof createFactorVault>;
}

/** The recovery codes, shown now and never again. */
async function accept(
  { db, vault }: Parts,
  { user, id: device }: Session,
  code: string,
): Promise<string[]> {
  const row = await selectSecondFactor(db, user);
  if (!row) throw new Problem('conflict', 'Start a second factor first.');
  if (row.confirmedAt) throw alreadyThere();
  const attempt = await begin(db, { user, device });
  const step = await stepOf(vault.unlock(user, row.secret), code);
  if (step === undefined) throw wrongCode();
  const { codes, hashes } = newRecoveryCodes();
  await db.transaction(async (tx) => {
    if (!(await confirmFactor(tx, { user, secret: row.secret, step }))) throw alreadyThere();
    await insertRecoveryCodes(tx, user, hashes);
    await setProven(tx, device);
    await recordEvent(tx, null, 'second_factor_enabled', { user }, user);
  });
  await attempt.succeed();
  return codes;
}

async function pass(parts: Parts, { user, code, device }: CodeGiven): Promise<boolean> {
  const { db } = parts;
  const row = await selectSecondFactor(db, user);
  if (!row?.confirmedAt) return false;
  if (code === undefined) throw codeNeeded();
  const attempt = await begin(db, { user, device });
  if (!(await take(parts, user, row, code.trim()))) throw wrongCode();
  await attempt.succeed();
  return true;
}

/** Passes if the user has no second factor, as at a sign-in. */
async function prove(parts: Parts, session: Session, { password, code }: Proof): Promise<void> {
  await checkOwnPassword(parts, session, password);
  await pass(parts, { user: session.user, code, device: session.id });
}

async function take(
  { db, vault }: Parts,
  user: string,
  { secret }: SecondFactorRow,
  code: string,
): Promise<boolean> {
  const step = await stepOf(vault.unlock(user, secret), code);
  if (step !== undefined) return takeStep(db, { user, step });
  if (!(await takeRecoveryCode(db, { user, hash: hashOfRecoveryCode(code) }))) return false;
  await recordEvent(db, null, 'recovery_code_used', { user }, user);
  return true;
}

/** Counts before any check, so that no two attempts count as one. */
async function begin(db: Db, { user, device = '' }: { user: string; device?: string | undefined }) {
  const key = limitKeyOf('second factor', user, device);
  const waitMs = await countUnlessWaiting(db, key, WAITS);
  if (waitMs > 0) throw tooManyAttempts(waitMs);
  return { succeed: () => giveBackFailures(db, { forgotten: key, counted: [] }) };
}

/** Counted like codes: nobody can use another user's session to guess the password here. */
async function checkOwnPassword(
  { db, hashes }: Parts,
  { user, email, id }: Session,
  password: string,
): Promise<void> {
  const hash = await selectPassword(db, email);
  if (hash === undefined) {
    throw new Problem(
      'conflict',
      'You sign in with your identity provider, which has its own second factor.',
    );
  }
  const attempt = await begin(db, { user, device: `password ${id}` });
  const { verify } = await hashes();
  if (!(await verify({ hash, password }))) {
    throw wrongPassword();
  }
  await attempt.succeed();
}

/** By the operator, for users who have lost both the app and the recovery codes. */
export async function removeSecondFactor(db: Db, email: string): Promise<boolean> {
  const person = await selectPersonByEmail(db, email.trim());
  if (!person) throw new Problem('not_found', `There is no user ${email}.`);
  return db.transaction(async (tx) => {
    const isRemoved = await removeFactor(tx, person.id);
    if (isRemoved) await recordEvent(tx, null, 'second_factor_disabled', { user: person.id });
    return isRemoved;
  });
}

function codeNeeded(): Problem {
  return new Problem('second_factor_required', 'Give the code of your app, or a recovery code.');
}

function wrongCode(): Problem {
  const detail = 'The code is incorrect or was already used.';
  return new Problem('wrong_credentials', detail, { at: { pointer: '#/code', code: 'conflict' } });
}

function notThere(): Problem {
  return new Problem('conflict', 'There is no second factor. Turn it on first.');
}

function alreadyThere(): Problem {
  return new Problem('conflict', 'There is a second factor already. Turn it off first.');
}

const ISSUER = 'Model Run API';
const STEP_MS = 30_000;
/** Tolerates a clock that is half a minute off, or a slowly typed code. */
const STEPS_AROUND = 1;
const CODE = /^\d{6}$/;
const RECOVERY_CODES = 10;
/** 80 bits. */
const RECOVERY_BYTES = 10;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** 120 random bits, in letters that every app accepts when typed. */
function newFactorSecret(): string {
  return randomBytes(15).toString('base64url');
}

/** What an app needs: the URL in a QR code, and the secret to type. */
function appSecretOf(secret: string, email: string): { uri: string; secret: string } {
  return {
    uri: createOTP(secret).url(ISSUER, email),
    secret: base32.encode(secret, { padding: false }),
  };
}

/** The step of this code; undefined if no current step has it. */
export async function stepOf(secret: string, code: string): Promise<number | undefined> {
  if (!CODE.test(code)) return undefined;
  const { hotp } = createOTP(secret);
  const present = Math.floor(Date.now() / STEP_MS);
  let found: number | undefined;
  for (let step = present - STEPS_AROUND; step <= present + STEPS_AROUND; step += 1) {
    const isSame = timingSafeEqual(Buffer.from(await hotp(step)), Buffer.from(code));
    if (isSame) found = step;
  }
  return found;
}

function newRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    base32
      .encode(randomBytes(RECOVERY_BYTES), { padding: false })
      .toLowerCase()
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  );
  return { codes, hashes: codes.map(hashOfRecoveryCode) };
}

/** However the user typed it. */
function hashOfRecoveryCode(code: string): Buffer {
  return hash('sha256', `recovery code ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`, 'buffer');
}

/** Encrypts secrets with a key derived from the deployment's, and binds them to their user. */
export function createFactorVault(secret: Buffer) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'second factors', 32));
  return {
    lock(user: string, text: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(user));
      const locked = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), locked]);
    },
    unlock(user: string, kept: Buffer): string {
      const behindNonce = NONCE_BYTES + TAG_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', key, kept.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(user))
        .setAuthTag(kept.subarray(NONCE_BYTES, behindNonce));
      const text = Buffer.concat([decipher.update(kept.subarray(behindNonce)), decipher.final()]);
      return text.toString('utf8');
    },
  };
}
