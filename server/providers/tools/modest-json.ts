/** JSON of somebody else, as it was written, where it is not too deep and not of too many values to be read here. */
import { readJson } from '../../kernel/parse-json.ts';
import { surveyJson } from '../../kernel/survey-json.ts';

/** With exact parts, see `exact-json.ts`; undefined if the text is no such JSON. */
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
