/**
 * Rules for passwords: long enough, and not easy to guess. There are no rules about characters. A library estimates how
 * soon a guesser finds it: common words and passwords, repetitions, keyboard rows. Known facts about the user are
 * removed before, so that only the rest counts. Loaded late, since its lists take a while to load.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { type FaultCode, Problem } from '../platform/lib/problem.ts';

export const MIN_PASSWORD = 12;
const MAX_PASSWORD = 128;
/** The library counts code units; a character has at most two. */
export const MAX_PASSWORD_CODE_UNITS = 2 * MAX_PASSWORD;

/** On the scale from 0 to 4: at least a hundred million guesses. */
const LEAST_SCORE = 3;
/** The estimate takes more than linear time, and does not need the characters after this many. */
const ESTIMATED_CHARS = 40;

/** `known` is what others also know of the user, such as the names of the user and of the workspace. */
export async function checkPassword(
  password: string,
  { pointer, known }: { pointer: string; known: readonly string[] },
): Promise<void> {
  const { length } = [...password];
  if (length < MIN_PASSWORD || length > MAX_PASSWORD) {
    const code = length < MIN_PASSWORD ? 'min_length' : 'max_length';
    throw refused(pointer, code, `Use ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`);
  }
  const words = [...known, PRODUCT].flatMap(wordsOf);
  const rest = [...restOf(password, words)].slice(0, ESTIMATED_CHARS).join('');
  const { score } = (await estimator()).check(rest, words);
  if (score < LEAST_SCORE) throw refused(pointer, 'guessable', GUESSABLE);
}

const GUESSABLE =
  'This password is easy to guess. Avoid common passwords, repeated or adjacent keys, and your name, email, workspace, or this service.';

const PRODUCT = 'Model Run API';
/** Guessers try words with and without them. */
const SEPARATORS = '[\\s._,-]+';

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

function refused(pointer: string, code: FaultCode, detail: string): Problem {
  return new Problem('invalid_request', detail, { errors: [{ pointer, detail, code }] });
}
