/**
 * Lines of CSV (RFC 4180) that a spreadsheet reads as text and numbers only. Programs that call the API choose names in
 * these files, so this code prevents text from becoming a formula, even if a program reads the file with another
 * separator. The web app has the same rule for the tables that it exports; a test compares the two.
 */
export type Cell = string | number | undefined;

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A number is our own and stays as it is. */
function csvCell(value: Cell): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = plain(value);
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * What can begin a formula, including full-width forms, after any separators, blanks and quotes. The expression
 * examines each character once, however many there are.
 */
const SIGN = /(?<![;|\s"'\p{Cc}\p{Cf}])([;|\s"'\p{Cc}\p{Cf}]*)([=+\-@＝＋－＠])/gu;
/** Characters that another reader interprets as the end of a cell. */
const SEPARATOR = /[;\t\r\n|]/;
const QUOTED = /[",;\t\r\n|]|^\s|\s$/;

function plain(text: string): string {
  const unformulated = text.replaceAll(SIGN, (found, before: string, sign, at: number) =>
    at === 0 || SEPARATOR.test(before) ? `${before}'${sign}` : found,
  );
  return /^[\t\r]/.test(unformulated) ? `'${unformulated}` : unformulated;
}
