/** Unicode code points of a text without lone surrogates. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800) count -= 1;
  }
  return count;
}
