/**
 * Tables as CSV (RFC 4180). Text that a spreadsheet would take for a formula becomes plain text: callers of the API
 * choose the names in these tables. A spreadsheet with another separator sees cells within a text, so each position
 * that could begin a cell counts. The service has the same rule for its files; a test compares the two.
 */
export type Cell = string | number | null | undefined;

export function toCsv(head: string[], rows: Cell[][]): string {
  return `${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** A decimal that we made is a number to a spreadsheet and stays unchanged. */
const DECIMAL = /^-?\d+(\.\d+)?$/;

function cell(value: Cell): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  const safe = DECIMAL.test(text) ? text : plain(text);
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * What can begin a formula, also in its full-width forms, with all separators, blanks and quotes before it. Each is
 * examined once, however many there are.
 */
const SIGN = /(?<![;|\s"'\p{Cc}\p{Cf}])([;|\s"'\p{Cc}\p{Cf}]*)([=+\-@＝＋－＠])/gu;
/** What another reader takes for the end of a cell. */
const SEPARATOR = /[;\t\r\n|]/;
const QUOTED = /[",;\t\r\n|]|^\s|\s$/;

function plain(text: string): string {
  const unformulated = text.replaceAll(SIGN, (found, before: string, sign, at: number) =>
    at === 0 || SEPARATOR.test(before) ? `${before}'${sign}` : found,
  );
  return /^[\t\r]/.test(unformulated) ? `'${unformulated}` : unformulated;
}
