/**
 * Names that people give to themselves and to their workspaces. Other people read them in emails of the service, which
 * strangers can cause: so a name has no link, no address, and nothing that hides or reverses the text around it.
 */
import { Problem } from './problem.ts';

const MAX_NAME = 100;
/** Control characters, including direction marks that reverse the surrounding text, and line ends. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
/** Text without any visible character. */
const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Invisible, and not needed to write a language or an emoji. */
const HIDDEN = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** What mail programs make a link of: addresses, and words that a dot joins. */
const LINK = /\S@\S|:\/\/|www\.|[\p{L}\p{N}_-]\.\p{L}{2}|\d+(\.\d+){3}/iu;
const PARTS_OF_LINK = /[.。@:/\\]+/gu;

/** The name as it is saved. */
export function checkName(name: string, pointer = '#/name'): string {
  const trimmed = name.trim();
  const isWhole = asShownName(name) === trimmed;
  if (isWhole) return trimmed;
  const detail = hasLink(trimmed)
    ? 'Leave out links and addresses. After a dot, put a space.'
    : `Use 1 to ${MAX_NAME} printable characters.`;
  throw new Problem('invalid_request', detail, { at: { pointer, code: 'format' } });
}

/** The displayable part of a name that somebody else chose; undefined if there is none. */
export function asShownName(text: string): string | undefined {
  const plain = text.replaceAll(UNPRINTABLE, '').replaceAll(HIDDEN, '').trim();
  const safe = hasLink(plain) ? plain.normalize('NFKC').replaceAll(PARTS_OF_LINK, ' ') : plain;
  const shown = [...safe.trim()].slice(0, MAX_NAME).join('').trim();
  return shown.replaceAll(INVISIBLE, '') === '' ? undefined : shown;
}

/** However it is written: with letters of full width, other dots, or joined by something invisible. */
function hasLink(text: string): boolean {
  return LINK.test(text.normalize('NFKC').replaceAll('。', '.').replaceAll(HIDDEN_OR_JOINING, ''));
}

const HIDDEN_OR_JOINING = /\p{Default_Ignorable_Code_Point}/gu;
