/**
 * The thinker's reasoning: a signed text and an encrypted note, as from models with hidden reasoning. They have to come
 * back unchanged; otherwise the next turn is refused, as a real model would.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type JsonValue, type Message, textsOf } from '../model-runs/providers/index.ts';

export interface Thoughts {
  text: string;
  details: JsonValue[];
}

export function think(messages: Message[]): Thoughts {
  const last = messages.at(-1);
  const turn = messages.filter((message) => message.role === 'assistant').length + 1;
  const lastText = last ? textsOf(last).join('\n') : '';
  const text = `Turn ${turn}. I was told ${[...lastText].length} characters, and I shall say them again.`;
  return { text, details: detailsOf(text) };
}

/** Whether our reasoning comes back partly, changed or out of order. */
export function isReasoningBroken(messages: Message[]): boolean {
  return messages.some((message) => {
    const details = message.role === 'assistant' ? (message.reasoning_details ?? []) : [];
    if (!details.some(isOurs)) return false;
    const [first] = details;
    const text = typeof first === 'object' && first !== null && 'text' in first ? first.text : '';
    return !isDeepStrictEqual(details, detailsOf(String(text)));
  });
}

/** The entries in the form of a whole answer. */
function detailsOf(text: string): JsonValue[] {
  const common = { format: 'unknown', id: `${MARK}${digest(`id ${text}`).slice(0, 12)}` };
  return [
    { type: 'reasoning.text', text, signature: digest(text), ...common, index: 0 },
    { type: 'reasoning.encrypted', data: digest(`sealed ${text}`), ...common, index: 1 },
  ];
}

/** The same entries in the form of a stream: the text in pieces, and the signature after it. */
export function reasoningPieces(details: JsonValue[]): JsonValue[] {
  return details.flatMap((detail): JsonValue[] => {
    if (typeof detail !== 'object' || detail === null || !('text' in detail)) return [detail];
    const { text, signature = null, ...common } = detail;
    const parts = String(text).match(/.{1,24}/gsu) ?? [];
    return [...parts.map((part) => ({ ...common, text: part })), { ...common, signature }];
  });
}

const MARK = 'sandbox-';

function isOurs(detail: JsonValue): boolean {
  if (typeof detail !== 'object' || detail === null || !('id' in detail)) return false;
  return typeof detail.id === 'string' && detail.id.startsWith(MARK);
}

function digest(text: string): string {
  return createHash('sha256').update(`sandbox ${text}`).digest('base64');
}
