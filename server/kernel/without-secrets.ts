/**
 * Takes out of a text what could be a secret: those that are known, and what looks like one. Rather too much
 * than too little: a text without an identifier still explains.
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

/** What the first group holds stays. All are linear: none can go back over what it has taken. */
const PATTERNS = [
  // Credentials within a URL.
  /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@"']{1,500}@/gi,
  // A named value, in a query or in words.
  /(\b(?:api|access|secret|private|auth)?[_ -]?(?:key|token|secret|password|signature)["']?(?: provided)? ?[:=] ?["']?)(?=[^\s\d]{0,100}\d)[^\s"'&,;]{8,}/gi,
  /(\b(?:Bearer|Basic) )(?!\[removed)[A-Za-z0-9+/=._~-]{6,}/gi,
  // Keys by the prefixes in use, masked in the middle or not.
  /()\b(?:sk|pk|rk|gsk|xai|hf|ghp|glpat|org|proj|sess|mrk)[-_][A-Za-z0-9_*.-]{6,}/g,
  /()\b(?:AKIA|ASIA|AIza|eyJ)[A-Za-z0-9_.-]{12,}/g,
  // Long runs of letters and digits mixed are no words.
  /()\b(?=[A-Za-z]{0,40}\d)(?=\d{0,40}[A-Za-z])[A-Za-z0-9]{32,}/g,
];
