/** Counts for people. */
const WHOLE = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export function formatCount(count: number): string {
  return WHOLE.format(count);
}

/** For axes and tiles: `1.2M`. */
export function formatCountShort(count: number): string {
  return SHORT.format(count);
}

/** `3 runs`, `1 run`. */
export function plural(count: number, word: string): string {
  return `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;
}

/** `12.5%`; a nonzero part is never shown as zero. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0%';
  const percent = (part / whole) * 100;
  if (percent < 0.1) return '<0.1%';
  return `${percent >= 99.95 && part < whole ? '99.9' : percent.toFixed(1).replace(/\.0$/, '')}%`;
}

/** `812 B`, `1.5 KiB`, `64 MiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const power = Math.min(3, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1_024 ** power;
  return `${value.toFixed(value < 9.95 ? 1 : 0).replace(/\.0$/, '')} ${['', 'KiB', 'MiB', 'GiB'][power]}`;
}

/** Hundredths of a percent: `500` is `5%`. */
export function formatBasisPoints(points: number): string {
  return `${String(points / 100)}%`;
}
