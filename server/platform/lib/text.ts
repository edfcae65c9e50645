/** The length of a text as the contract counts it, and a text without secrets. */

/** Unicode code points of a text; half of a surrogate pair counts as one. */
export function codePoints(text: string): number {
  // Text of ASCII alone, which Node recognizes far faster than a loop does.
  if (text.length > SHORT && Buffer.byteLength(text) === text.length) return text.length;
  let count = text.length;
  for (let i = 0; i < text.length; i++) {
    if (isHigh(text.charCodeAt(i)) && isLow(text.charCodeAt(i + 1))) count -= 1;
  }
  return count;
}

function isHigh(code: number): boolean {
  return (code & 0xfc00) === 0xd800;
}

/** NaN, the code past the end of a text, is not. */
function isLow(code: number): boolean {
  return (code & 0xfc00) === 0xdc00;
}

/** The loop takes less for a text that is not longer. */
const SHORT = 24;

/**
 * Removes possible secrets from a text: known ones, and what looks like one. It removes too much rather than too
 * little: a text without an identifier still explains.
 */
export function withoutSecrets(text: string, known: readonly string[]): string {
  const masked = known
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
  return PATTERNS.reduce(
    (rest, pattern) => rest.replaceAll(pattern, (_, kept = '') => `${kept}${MASK}`),
    masked,
  );
}

const MASK = '[removed]';

/** Keeps the content of the first group. All expressions are linear: none can backtrack over what it has matched. */
const PATTERNS = [
  // Credentials in a URL.
  /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@"']{1,500}@/gi,
  // A named value, in a query or in words.
  /(\b(?:api|access|secret|private|auth)?[_ -]?(?:key|token|secret|password|signature)["']?(?: provided)? ?[:=] ?["']?)(?=[^\s\d]{0,100}\d)[^\s"'&,;]{8,}/gi,
  /(\b(?:Bearer|Basic) )(?!\[removed)[A-Za-z0-9+/=._~-]{6,}/gi,
  // Keys with common prefixes, masked in the middle or not.
  /()\b(?:sk|pk|rk|gsk|xai|hf|ghp|glpat|org|proj|sess|mrk)[-_][A-Za-z0-9_*.-]{6,}/g,
  /()\b(?:AKIA|ASIA|AIza|eyJ)[A-Za-z0-9_.-]{12,}/g,
  // Long sequences of mixed letters and digits are not words.
  /()\b(?=[A-Za-z]{0,40}\d)(?=\d{0,40}[A-Za-z])[A-Za-z0-9]{32,}/g,
];
