/** Codes of a second factor: those of an app, by RFC 6238, and recovery codes, in case the app is lost. */
import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { sha256 } from './link-token.ts';

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
export function newFactorSecret(): string {
  return randomBytes(15).toString('base64url');
}

/** What an app needs: the URL in a QR code, and the secret to type. */
export function appSecretOf(secret: string, email: string): { uri: string; secret: string } {
  return {
    uri: createOTP(secret).url(ISSUER, email),
    secret: base32.encode(secret, { padding: false }),
  };
}

/** The step of this code; undefined if no current step has it. */
export async function stepOf(
  secret: string,
  code: string,
  now = Date.now(),
): Promise<number | undefined> {
  if (!CODE.test(code)) return undefined;
  const { hotp } = createOTP(secret);
  const present = Math.floor(now / STEP_MS);
  let found: number | undefined;
  for (let step = present - STEPS_AROUND; step <= present + STEPS_AROUND; step += 1) {
    const isSame = timingSafeEqual(Buffer.from(await hotp(step)), Buffer.from(code));
    if (isSame) found = step;
  }
  return found;
}

export function newRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    base32
      .encode(randomBytes(RECOVERY_BYTES), { padding: false })
      .toLowerCase()
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  );
  return { codes, hashes: codes.map(hashOfRecoveryCode) };
}

/** However the user typed it. */
export function hashOfRecoveryCode(code: string): Buffer {
  return sha256(`recovery code ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`);
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
