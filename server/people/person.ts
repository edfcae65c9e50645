/** Valid names and email addresses. */
import { z } from 'zod';
import { type FaultCode, Problem } from '../platform/lib/problem.ts';

const MAX_NAME = 100;
/** Control characters, including direction marks that reverse the surrounding text, and line ends. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
/** Text without any visible character. */
const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const MAX_EMAIL = 254;
/** The maximum length before the @, by RFC 5321; the validator of the contract does not check it. */
const MAX_LOCAL_PART = 64;

export function checkName(name: string): string {
  const trimmed = name.trim();
  const isWhole = asShownName(name) === trimmed;
  if (isWhole) return trimmed;
  throw refusal('#/name', 'format', `Use 1 to ${MAX_NAME} printable characters.`);
}

/** The displayable part of a name that somebody else chose; undefined if there is none. */
export function asShownName(text: string): string | undefined {
  const shown = [...text.replaceAll(UNPRINTABLE, '').trim()].slice(0, MAX_NAME).join('').trim();
  return shown.replaceAll(INVISIBLE, '') === '' ? undefined : shown;
}

export function checkEmail(text: string): string {
  const email = asEmail(text);
  if (email !== undefined) return email;
  throw refusal('#/email', 'format', 'Enter a valid email address.');
}

/** In lowercase: an address is one person, however it is written. Undefined if it is invalid. */
export function asEmail(text: string): string | undefined {
  const plain = text.trim().toLowerCase();
  const isShort = plain.length <= MAX_EMAIL && plain.lastIndexOf('@') <= MAX_LOCAL_PART;
  return isShort && z.email().safeParse(plain).success ? plain : undefined;
}

export function refusal(pointer: string, code: FaultCode, detail: string): Problem {
  return new Problem('invalid_request', detail, { errors: [{ pointer, detail, code }] });
}
