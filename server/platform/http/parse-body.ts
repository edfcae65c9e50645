/**
 * Parses a body as JSON. Refuses what is not JSON, what two readers could read differently, and what is too expensive
 * to inspect. It checks bounds before it parses anything. It refuses bytes that are not UTF-8 and does not repair them.
 * No error contains text of the body.
 */
import { isUtf8 } from 'node:buffer';
import { inspectJson, MAX_DEPTH, MAX_VALUES } from '../lib/hygiene.ts';
import {
  MAX_PARSED_DEPTH,
  parseExact,
  type Reading,
  readJson,
  type Survey,
  surveyJson,
} from '../lib/json.ts';
import { type Fault, Problem, toPointer } from '../lib/problem.ts';

export interface ParsedBody {
  /** As JSON.parse returns it. */
  plain: unknown;
  /** With everything that JSON.parse loses; the same value if it loses nothing. */
  exact: unknown;
  /** The number of its JSON values. */
  values: number;
}

export function parseBody(bytes: Buffer): ParsedBody {
  if (bytes.length === 0) throw malformed('The body is empty; a JSON object is required.');
  if (!isUtf8(bytes)) throw malformed('The body is not UTF-8.');
  const text = bytes.toString('utf8');
  const survey = surveyJson(text);
  checkSize(survey);
  const { plain, exact, duplicate } = read(text, survey);
  const { fault, values, members } = inspectJson(plain, text);
  if (fault) throw invalid(fault);
  const repeated = members < survey.members ? parseExact(text).duplicate : duplicate;
  if (repeated) {
    throw invalid({
      pointer: toPointer(repeated),
      detail: 'is a member that its object has twice',
      code: 'duplicate',
    });
  }
  return { plain, exact, values };
}

/** For an ordinary depth, a later check finds the exact location. */
function checkSize({ depth, values }: Survey): void {
  if (depth > MAX_PARSED_DEPTH) {
    const detail = `is nested deeper than ${MAX_DEPTH} levels`;
    throw invalid({ pointer: '#', detail, code: 'depth' });
  }
  if (values > MAX_VALUES) {
    const detail = `has more than ${MAX_VALUES} values and members`;
    throw invalid({ pointer: '#', detail, code: 'values' });
  }
}

function read(text: string, survey: Survey): Reading {
  try {
    return readJson(text, survey);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { position } = error as { position?: number };
    const byte = Buffer.byteLength(text.slice(0, position));
    throw malformed(`The body is not valid JSON (at byte ${byte}).`);
  }
}

function malformed(detail: string): Problem {
  return new Problem('malformed_json', detail);
}

function invalid(fault: Fault): Problem {
  const { pointer, detail } = fault;
  const location = pointer === '#' ? 'The body' : pointer;
  return new Problem('invalid_request', `${location} ${detail}.`, { errors: [fault] });
}
