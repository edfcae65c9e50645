/**
 * Lines of CSV (RFC 4180) that a spreadsheet takes for what they are. Programs that call the API choose names in
 * these files, so text is kept from becoming a formula, also where the file is read with another separator.
 */
export type Cell = string | number | undefined;

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A number is of our own making and is left as it is. */
function csvCell(value: Cell): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = value.replaceAll(FORMULA, "$1'$2");
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * What begins a formula, in its full-width forms too, at the beginning of a cell or behind what another reader takes
 * for the end of one. Blanks and quotes before it are no hindrance.
 */
const FORMULA = /(^|[;\t\r\n|])([\s"'\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/gu;
const QUOTED = /[",;\t\r\n]|^\s|\s$/;
