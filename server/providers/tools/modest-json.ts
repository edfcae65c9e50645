/** External JSON with its exact values, if its depth and its number of values allow reading it here. */
import { readJson } from '../../kernel/parse-json.ts';
import { surveyJson } from '../../kernel/survey-json.ts';

/** With exact parts, see `exact-json.ts`; undefined if the text is not such JSON. */
export function readModest(text: string): unknown {
  const survey = surveyJson(text);
  if (survey.depth > MOST_DEPTH || survey.values > MOST_VALUES) return undefined;
  try {
    return readJson(text, survey).exact;
  } catch {
    return undefined;
  }
}

const MOST_DEPTH = 128;
const MOST_VALUES = 200_000;
