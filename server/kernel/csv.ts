/**
 * Lines of CSV (RFC 4180) that a spreadsheet takes for what they are. Programs that call the API choose names in
 * these files, so text is kept from becoming a formula, also where the file is read with another separator. The
 * web app has the same rule for the tables that it exports; a test holds the two together.
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
  const safe = plain(value);
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * What begins a formula, in its full-width forms too, at the beginning of a cell or behind what another reader takes
 * for the end of one. Blanks and quotes before it are no hindrance.
 */
const FORMULA = /((?:^|[;\t\r\n|])[\s"'\p{Cc}\p{Cf}]*)([=+\-@＝＋－＠])/gu;
const QUOTED = /[",;\t\r\n|]|^\s|\s$/;

function plain(text: string): string {
  const unformulated = text.replaceAll(FORMULA, "$1'$2");
  return /^[\t\r]/.test(unformulated) ? `'${unformulated}` : unformulated;
}
