/**
 * What the service accepts as an email address, a password and a role. Passwords are long enough and not easy
 * to guess, and there are no rules about characters: a library estimates how soon a guesser finds one by common words
 * and passwords, repetitions and keyboard rows. Known facts about the user are removed before, so that only the rest
 * counts.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { z } from 'zod';
import { type FaultCode, Problem } from '../platform/lib/problem.ts';

const MAX_EMAIL = 254;
/** The maximum length before the @, by RFC 5321; the validator of the contract does not check it. */
const MAX_LOCAL_PART = 64;

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

/** Providers whose mailboxes are known to get what is sent to `name+anything`. */
const TAGGED = new Set(
  'gmail.com outlook.com hotmail.com live.com icloud.com proton.me fastmail.com'.split(' '),
);
const SAME_DOMAIN: Record<string, string> = {
  ...{ 'googlemail.com': 'gmail.com', 'me.com': 'icloud.com', 'mac.com': 'icloud.com' },
  ...{ 'protonmail.com': 'proton.me', 'pm.me': 'proton.me' },
};

/**
 * The mailbox behind an address, as far as that is known: other providers may give `ada+a@` and `ada+b@` to two people.
 * For counting only.
 */
export function mailboxOf(email: string): string {
  const plain = email.trim().toLowerCase();
  const at = plain.lastIndexOf('@');
  const given = plain.slice(at + 1);
  const domain = SAME_DOMAIN[given] ?? given;
  const name = plain.slice(0, at);
  if (!TAGGED.has(domain)) return `${name}@${domain}`;
  const untagged = name.split('+')[0] ?? name;
  return `${domain === 'gmail.com' ? untagged.replaceAll('.', '') : untagged}@${domain}`;
}

export const ROLES = ['member', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

export function checkRole(role: string): Role {
  const known = ROLES.find((one) => one === role);
  if (known) return known;
  throw new Problem('invalid_request', `A role is one of ${ROLES.join(', ')}.`);
}

export const MIN_PASSWORD = 12;
const MAX_PASSWORD = 128;
/** The library counts code units; a character has at most two. */
export const MAX_PASSWORD_CODE_UNITS = 2 * MAX_PASSWORD;

/** On the scale from 0 to 4: at least a hundred million guesses. */
const LEAST_SCORE = 3;
/** The estimate takes more than linear time, and does not need the characters after this many. */
const ESTIMATED_CHARS = 40;

const GUESSABLE =
  'This password is easy to guess. Avoid common passwords, repeated or adjacent keys, and your name, email, workspace, or this service.';

const PRODUCT = 'Model Run API';
/** Guessers try words with and without them. */
const SEPARATORS = '[\\s._,-]+';

/** `known` is what others also know of the user, such as the names of the user and of the workspace. */
export async function checkPassword(
  password: string,
  { pointer, known }: { pointer: string; known: readonly string[] },
): Promise<void> {
  const { length } = [...password];
  if (length < MIN_PASSWORD || length > MAX_PASSWORD) {
    const code = length < MIN_PASSWORD ? 'min_length' : 'max_length';
    throw refusal(pointer, code, `Use ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`);
  }
  const words = [...known, PRODUCT].flatMap(wordsOf);
  const rest = [...restOf(password, words)].slice(0, ESTIMATED_CHARS).join('');
  const { score } = (await estimator()).check(rest, words);
  if (score < LEAST_SCORE) throw refusal(pointer, 'guessable', GUESSABLE);
}

/** The words of a text, and all of them joined: `ada`, `example`, `com`, `adaexamplecom`. */
function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().slice(0, 100);
  const words = plain.split(/[^\p{L}\p{N}]+/u);
  return [...words, words.join('')].filter((word) => word.length > 2);
}

/**
 * What somebody who knows the words still has to guess. Short words are parts of too many others: they count only on
 * their own.
 */
function restOf(password: string, words: string[]): string {
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const known = longestFirst.map((word) =>
    word.length > 3 ? word : `(?<!\\p{L})${word}(?!\\p{L})`,
  );
  return password.replaceAll(new RegExp([...known, SEPARATORS].join('|'), 'giu'), '');
}

let loading: Promise<ZxcvbnFactory> | undefined;

function estimator(): Promise<ZxcvbnFactory> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<ZxcvbnFactory> {
  const [library, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new library.ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

/** Whoever gets an account has agreed to these terms, where there are some. */
export function checkTerms(accepted: string | undefined, termsUrl: string | undefined): void {
  if (termsUrl === undefined || accepted === termsUrl) return;
  if (accepted === undefined) {
    throw refusal('#/acceptedTermsUrl', 'required', 'Agree to the terms first.');
  }
  throw refusal('#/acceptedTermsUrl', 'conflict', `The terms are now at ${termsUrl}.`);
}

export function refusal(pointer: string, code: FaultCode, detail: string): Problem {
  return new Problem('invalid_request', detail, { at: { pointer, code } });
}

/** The password that must be given to change something. */
export function wrongPassword(): Problem {
  const detail = 'The current password is incorrect.';
  return new Problem('wrong_credentials', detail, {
    at: { pointer: '#/currentPassword', code: 'conflict' },
  });
}
