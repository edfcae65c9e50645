/**
 * Tables as CSV (RFC 4180). Text that a spreadsheet would take for a formula is made plain text: names in
 * these tables are chosen by whoever calls the API.
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
  const safe = /^[=+\-@\t\r]/.test(text) && !DECIMAL.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
