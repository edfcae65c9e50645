/** `Retry-After` in seconds. A date is measured against the answer's own clock, not against ours. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) return undefined;
  const answered = Date.parse(headers.get('Date') ?? '');
  const from = Number.isNaN(answered) ? Date.now() : answered;
  return Math.max(0, Math.ceil((moment - from) / 1_000));
}
