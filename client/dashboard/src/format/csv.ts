/**
 * Tables as CSV (RFC 4180). Text that a spreadsheet would take for a formula is made plain text: names in
 * these tables are chosen by whoever calls the API. A spreadsheet may be set to another separator than ours and
 * then sees cells within a text, so each place that could begin a cell counts. The service has the same rule for
 * the files that it makes; a test holds the two together.
 */
export type Cell = string | number | null | undefined;

export function toCsv(head: string[], rows: Cell[][]): string {
  return `${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** A decimal of our own making is a number to a spreadsheet and is left as it is. */
const DECIMAL = /^-?\d+(\.\d+)?$/;

function cell(value: Cell): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  const safe = DECIMAL.test(text) ? text : plain(text);
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * What can begin a formula, in its full-width forms too, with all separators, blanks and quotes before it. Each of these is
 * looked at once, however many there are.
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
