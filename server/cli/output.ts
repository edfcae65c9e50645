/** What commands print: one JSON document with `--json`, otherwise text and tables for people. */
export interface OutputOptions {
  json?: true | undefined;
}

/** Calls the function for the text only if text is wanted. */
export function print(options: OutputOptions, value: unknown, text: () => string): void {
  process.stdout.write(`${options.json ? JSON.stringify(value, null, 2) : text()}\n`);
}

/** Columns are as wide as their widest cell; the member names of the first row are the headings. */
export function table(rows: readonly Record<string, string>[]): string {
  const [first] = rows;
  if (first === undefined) return '';
  const names = Object.keys(first);
  const lines = [
    names.map((name) => name.toUpperCase()),
    ...rows.map((row) => names.map((name) => onOneLine(row[name] ?? ''))),
  ];
  const widths = names.map((_, i) =>
    Math.max(...lines.map((cells) => [...(cells[i] ?? '')].length)),
  );
  return lines.map((cells) => lineOf(cells, widths)).join('\n');
}

/** `NAME   value`, one per line. */
export function facts(members: Record<string, string | undefined>): string {
  const known = Object.entries(members).filter((member) => member[1] !== undefined);
  const width = Math.max(...known.map(([name]) => name.length));
  return known.map(([name, value = '']) => `${name.padEnd(width)}  ${onOneLine(value)}`).join('\n');
}

/** Callers choose many of the texts: characters that would move the cursor or change colors are shown as U+FFFD. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '\ufffd');
}

export function formatTime(time: Date | null | undefined): string {
  return (
    time
      ?.toISOString()
      .replace('T', ' ')
      .replace(/\.\d+Z$/, 'Z') ?? '-'
  );
}

/** Quoted as one argument for a shell. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function lineOf(cells: string[], widths: number[]): string {
  const padded = cells.map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - [...cell].length));
  return padded.join('  ').trimEnd();
}
