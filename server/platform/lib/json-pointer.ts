/** JSON pointers as URI fragments (RFC 6901, section 6), as problems contain them. */

/** Longer ones are cut at a member, so that they still point at a parent of the fault. */
const MAX_LENGTH = 2048;

export function toPointer(segments: readonly string[]): string {
  let pointer = '#';
  for (const segment of segments) {
    const next = `${pointer}/${escapeSegment(segment)}`;
    if (next.length > MAX_LENGTH) break;
    pointer = next;
  }
  return pointer;
}

/** The segments of a pointer in its plain form, `/messages/0`. */
export function fromPlainPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function escapeSegment(segment: string): string {
  const escaped = segment.replaceAll('~', '~0').replaceAll('/', '~1');
  return encodeURIComponent(escaped.toWellFormed()).replaceAll(
    /%(?:24|3A|40)/g,
    decodeURIComponent,
  );
}
