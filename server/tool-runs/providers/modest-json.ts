/** External JSON with its exact values, within bounds of its depth and of its number of values. */
import { readJson, surveyJson } from '../../platform/lib/json.ts';

/** `fault` says why the text cannot be read, as a sentence about it. */
export type Modest = { value: unknown } | { fault: string };

/** With exact parts, see `platform/lib/json.ts`. */
export function readModest(text: string): Modest {
  const survey = surveyJson(text);
  if (survey.depth > MOST_DEPTH) {
    return {
      fault: `It has ${survey.depth} levels of objects and arrays; the limit is ${MOST_DEPTH}.`,
    };
  }
  if (survey.values > MOST_VALUES) {
    return { fault: `It has ${survey.values} values; the limit is ${MOST_VALUES}.` };
  }
  try {
    return { value: readJson(text, survey).exact };
  } catch {
    return { fault: NOT_JSON };
  }
}

export const NOT_JSON = 'It is not JSON.';
/** Parsers and walks are recursive. */
export const MOST_DEPTH = 128;
/**
 * Empty objects take 60 bytes of memory for each 3 bytes of text, and reading exact numbers takes a microsecond each: a
 * limit of bytes alone would not limit memory and time. Texts of ordinary values reach the limit of bytes first.
 */
export const MOST_VALUES = 1_000_000;
