/**
 * One scan of a JSON text before it is parsed: how deep it is, how many values it has, and whether JSON.parse reads it
 * without loss. Linear, and far cheaper than a parse, so the caller can check bounds first. It also returns a result
 * for text that is not JSON: the parser refuses such text.
 */

export interface Survey {
  /** Depth of the innermost array or object. */
  depth: number;
  /** At least the number of values in the text. */
  values: number;
  /** In all objects, including duplicates. */
  members: number;
  /** Whether JSON.parse keeps the names, their order and the numbers as written. */
  isPlain: boolean;
}

export function surveyJson(text: string): Survey {
  const survey: Survey = { depth: 0, values: 1, members: 0, isPlain: true };
  let depth = 0;
  /** The location of the last string: a name, if a colon follows. */
  let open = 0;
  let close = 0;
  let backslash = indexOf(text, '\\', 0);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      open = at;
      close = closingQuote(text, at);
      at = close;
    } else if (code === COLON) {
      survey.members += 1;
      if (backslash < open) backslash = indexOf(text, '\\', open);
      if (backslash < close || isDigit(text.charCodeAt(open + 1))) survey.isPlain = false;
    } else if (code === COMMA) {
      survey.values += 1;
    } else if (isOpening(code)) {
      // It contains one value, or none.
      survey.values += 1;
      depth += 1;
      if (depth > survey.depth) survey.depth = depth;
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth -= 1;
      if (isOpening(text.charCodeAt(at - 1))) survey.values -= 1;
    } else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(text, at);
      if (survey.isPlain && !isShortInteger(text, at, end)) {
        survey.isPlain = isPlainNumber(text.slice(at, end));
      }
      at = end - 1;
    }
  }
  return survey;
}

function isOpening(code: number): boolean {
  return code === OPEN_ARRAY || code === OPEN_OBJECT;
}

/** Most numbers are short integers, which need no conversion. */
function isShortInteger(text: string, start: number, end: number): boolean {
  const isPadded = end - start > 1 && text.charCodeAt(start) === ZERO;
  if (isPadded || end - start > SAFE_DIGITS) return false;
  for (let at = start; at < end; at++) if (!isDigit(text.charCodeAt(at))) return false;
  return true;
}

/** Whether a double represents the number and prints it in exactly this form. */
export function isPlainNumber(text: string): boolean {
  return String(Number(text)) === text;
}

function indexOf(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index === -1 ? text.length : index;
}

/** The index of the quote that ends a string; past the end of the text if there is none. */
export function closingQuote(text: string, open: number): number {
  for (let end = text.indexOf('"', open + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (isInNumber(text.charCodeAt(end))) end += 1;
  return end;
}

/** NaN, the code past the end of a text, is not. */
function isInNumber(code: number): boolean {
  if (isDigit(code)) return true;
  return code === DOT || code === MINUS || code === PLUS || code === SMALL_E || code === LARGE_E;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** A double represents each integer of so many digits. */
const SAFE_DIGITS = 15;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const LARGE_E = 0x45;
const SMALL_E = 0x65;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
