/** The header that makes a browser save an answer, whatever name somebody's code chose. */

const MOST_CHARACTERS = 60;

/** The last part of the path, in characters that have no special meaning for any browser or system. */
export function attachmentOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const safe = name.replaceAll(/[^A-Za-z0-9._-]/g, '_').replace(/^\.+/, '');
  const short = safe.length > MOST_CHARACTERS ? safe.slice(-MOST_CHARACTERS) : safe;
  return `attachment; filename="${short === '' ? 'artifact' : short}"`;
}
