/** A long conversation of an agent: a prompt of 60 kB, and a hundred functions that the model may call. */
import { BODY } from './requests.ts';

export const PROMPT_BYTES = 60_000;
export const TOOLS = 100;

const WORDS =
  'account address amount answer bakery branch change customer delivery discount district document hour invoice item letter market message minute morning number office opening order payment person place price product question railway receipt request season service shop station street table ticket today total tour town train week window year'.split(
    ' ',
  );

/** The same words each time, in an order that does not compress well. */
function createWords(): () => string {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return WORDS[(state >>> 8) % WORDS.length]!;
  };
}

function textOf(bytes: number, word: () => string): string {
  let text = word();
  while (text.length < bytes) text += ` ${word()}`;
  return text.slice(0, bytes);
}

function toolOf(n: number, word: () => string): object {
  const property = (type: string) => ({ type, description: textOf(60, word) });
  return {
    name: `${word()}_${word()}_${n}`,
    description: textOf(120, word),
    parameters: {
      type: 'object',
      properties: { name: property('string'), count: property('integer') },
      required: ['name'],
    },
  };
}

function largeBody(): object {
  const word = createWords();
  const [system] = BODY.messages;
  return {
    ...BODY,
    messages: [system, { role: 'user', content: textOf(PROMPT_BYTES, word) }],
    tools: Array.from({ length: TOOLS }, (_, n) => toolOf(n, word)),
  };
}

export const LARGE_TEXT = JSON.stringify(largeBody());
