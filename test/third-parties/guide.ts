/** The pieces of code of a guide, as a reader copies them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/fingerprint.ts';

const GUIDE = join(root, 'openapi', 'docs', 'guides', '13-see-what-happened.md');

/** The only piece in this language with these words. */
export async function pieceOf(language: 'sh' | 'ts' | 'py', words: string): Promise<string> {
  const text = await readFile(GUIDE, 'utf8');
  const pieces = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name, piece]) => name === language && piece!.includes(words))
    .map(([, , piece]) => piece!);
  if (pieces.length !== 1) throw new Error(`${pieces.length} pieces of ${language} have ${words}`);
  return pieces[0]!;
}
