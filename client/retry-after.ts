/** `Retry-After` in seconds, or undefined. Measures an HTTP date against the response's own clock, not ours. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const moment = Date.parse(text);
  // Date.parse also accepts '-1' and '1.5'.
  if (!/^[A-Z][a-z]+, .* GMT$/.test(text) || Number.isNaN(moment)) return undefined;
  const answered = Date.parse(headers.get('Date') ?? '');
  const from = Number.isNaN(answered) ? Date.now() : answered;
  return Math.max(0, Math.ceil((moment - from) / 1_000));
}
