/** `Retry-After` in seconds; what is neither digits nor a date of HTTP counts as none. A date is measured against the answer's own clock, not against ours. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const moment = Date.parse(text);
  // Date.parse makes a date of '-1' and '1.5' as well.
  if (!/^[A-Z][a-z]+, .* GMT$/.test(text) || Number.isNaN(moment)) return undefined;
  const answered = Date.parse(headers.get('Date') ?? '');
  const from = Number.isNaN(answered) ? Date.now() : answered;
  return Math.max(0, Math.ceil((moment - from) / 1_000));
}
