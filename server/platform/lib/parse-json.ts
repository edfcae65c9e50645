/**
 * JSON.parse for external texts, with a limit on depth. JSON.parse reads the texts that it reads without loss; the
 * others go to a parser that keeps numbers, names and their order. That parser also reads every text with an escaped
 * name: some releases of V8 (nodejs/node#63785) can give such a member the name of another one that was parsed before
 * in the same process, so that one tenant's JSON would change another's.
 */
import { parseExact, toPlain, withExact } from './exact-json.ts';
import { type Survey, surveyJson } from './survey-json.ts';

export interface Reading {
  /** As JSON.parse returns it. */
  plain: unknown;
  /** With exact parts; the same value if JSON.parse loses nothing. */
  exact: unknown;
  /** The location of a duplicate member; known only for texts that are not plain. */
  duplicate?: string[];
}

/** The value as JSON.parse reads it. Throws a SyntaxError. */
export function parseJson(text: string): unknown {
  return readJson(text).plain;
}

/**
 * The same, but keeps the values of the named members exactly; see `exact-json.ts`. `survey` is that of the text, if it
 * is known.
 */
export function parseJsonKeeping(
  names: ReadonlySet<string>,
  text: string,
  survey?: Survey,
): unknown {
  const { plain, exact } = readJson(text, survey);
  return withExact(plain, exact, names);
}

/** Throws a SyntaxError with its `position` in the text. */
export function readJson(text: string, survey: Survey = surveyJson(text)): Reading {
  if (survey.depth > MAX_PARSED_DEPTH) throw new SyntaxError('The text is nested too deep.');
  if (survey.isPlain) {
    const value = parsePlain(text);
    return { plain: value, exact: value };
  }
  const { value, isPlain, ...rest } = parseExact(text);
  return { plain: isPlain ? value : toPlain(value), exact: value, ...rest };
}

function parsePlain(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Refuses what JSON.parse refuses, and always says where.
    parseExact(text);
    throw error;
  }
}

/** Parsers and walks are recursive, and parsing a million nested arrays takes most of a second. */
export const MAX_PARSED_DEPTH = 1_000;
