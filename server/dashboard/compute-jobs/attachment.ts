/** The header that has a browser save an answer, whatever somebody's code has called it. */

const MOST_CHARACTERS = 60;

/** The last part of the path, in characters that no browser and no system reads as anything else. */
export function attachmentOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const safe = name.replaceAll(/[^A-Za-z0-9._-]/g, '_').replace(/^\.+/, '');
  const short = safe.length > MOST_CHARACTERS ? safe.slice(-MOST_CHARACTERS) : safe;
  return `attachment; filename="${short === '' ? 'artifact' : short}"`;
}
