/**
 * A parameter of the type text[], as PostgreSQL's protocol has it in binary form. In text form, both sides would look
 * at each character of the texts, and copy them once more: a prompt may have megabytes.
 */

/** The type of the elements. */
const TEXT_OID = 25;
const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
/** The length of an element that is null. */
const NULL = -1;

export function textArray(texts: readonly (string | null)[]): Buffer {
  const lengths = texts.map((text) => (text === null ? NULL : Buffer.byteLength(text)));
  const size = lengths.reduce((sum, length) => sum + LENGTH_BYTES + Math.max(length, 0), 0);
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + size);
  // One dimension, whether an element is null, the type, how many elements, and the index of the first.
  const head = [1, texts.includes(null) ? 1 : 0, TEXT_OID, texts.length, 1];
  let at = 0;
  for (const number of head) at = bytes.writeInt32BE(number, at);
  texts.forEach((text, i) => {
    at = bytes.writeInt32BE(lengths[i]!, at);
    if (text !== null) at += bytes.write(text, at);
  });
  return bytes;
}
