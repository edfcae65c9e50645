import { describe, expect, it } from 'vitest';
import type {
  ContentPart,
  Message,
  Model,
} from '../../../server/model-runs/providers/model-provider.ts';
import { checkInputs, holdOf, inputsOf } from '../../../server/model-runs/quote.ts';
import { minPromptTokens, promptChars } from '../../../server/model-runs/request.ts';
import { listAmountOf } from '../../../server/model-runs/submission.ts';

const MODEL: Model = {
  ...{ id: 'm', provider: 'p', providerModel: 'm', name: 'M', contextLength: 10_000 },
  capabilities: { tools: true, reasoning: 'entries' },
  supportedParameters: [],
  inputModalities: ['text', 'image', 'file', 'audio'],
  maxImageTokens: 700,
  pricing: { prompt: '0.000001', completion: '0.000002', image: '0.001' },
  templateTokens: { perRequest: 10, perMessage: 5 },
};
const { maxImageTokens: _, ...WITHOUT_IMAGE_TOKENS } = MODEL;
const { contextLength: __, ...UNBOUNDED } = WITHOUT_IMAGE_TOKENS;

const TEXT: ContentPart = { type: 'text', text: ' Hé 👍 ' };
const REMOTE: ContentPart = { type: 'image_url', image_url: { url: 'https://e.com/a.png' } };
const INLINE: ContentPart = {
  ...{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAABBBB' } },
};
const CSV: ContentPart = {
  ...{ type: 'file', file: { filename: 'ü.csv', file_data: 'data:text/csv;base64,YSxi' } },
};
const PDF: ContentPart = {
  ...{ type: 'file', file: { filename: 'a', file_data: 'data:application/pdf;base64,JVBERi0x' } },
};
const SOUND: ContentPart = {
  type: 'input_audio',
  input_audio: { data: 'UklGRg==', format: 'wav' },
};

const saying = (...content: ContentPart[]): Message[] => [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content },
];

describe('the bound of what parts take', () => {
  it('is the most that the model takes of an image, for each, and not the bytes of it', () => {
    const inputs = { parts: 3, images: 2, tokens: 1_400, encodedBytes: 8, cachesAnHour: false };
    expect(inputsOf({ messages: saying(TEXT, REMOTE, INLINE) }, MODEL)).toEqual(inputs);
  });

  it('is the context, once, where the model does not say it, and for a PDF and sound', () => {
    const whole = { tokens: 10_000 };
    expect(inputsOf({ messages: saying(REMOTE, INLINE) }, WITHOUT_IMAGE_TOKENS)).toMatchObject({
      ...whole,
      encodedBytes: 8,
    });
    expect(inputsOf({ messages: saying(PDF, SOUND, SOUND) }, MODEL)).toMatchObject({
      ...whole,
      encodedBytes: 24,
    });
    expect(inputsOf({ messages: saying(PDF, REMOTE) }, MODEL)).toMatchObject({ tokens: 10_700 });
  });

  it('is the bytes of texts and of text files', () => {
    const inputs = { parts: 2, images: 0, tokens: 0, encodedBytes: 0, cachesAnHour: false };
    expect(inputsOf({ messages: saying(TEXT, CSV) }, UNBOUNDED)).toEqual(inputs);
    expect(inputsOf({ messages: [{ role: 'user', content: 'Hi' }] }, MODEL)).toEqual({
      ...inputs,
      parts: 0,
    });
  });
});

describe('the hold of parts', () => {
  const rates = { feeBasisPoints: 0, scale: 9 };

  it('has the tokens, the frame of each part and the price of each image', () => {
    const messages = saying(TEXT, REMOTE, INLINE);
    const inputs = inputsOf({ messages }, MODEL);
    const hold = holdOf(MODEL, { messages, maxOutputTokens: 1, inputs }, 500, rates);
    const tokens = 500 - 8 + 1_400 + 10 + 5 * (2 + 3);
    expect(hold.amount).toBe(tokens * 1_000 + 2_000 + 2 * 1_000_000);
    expect(hold.maxPrice.image).toBe('0.001');
  });

  it('says no price of images where there is none', () => {
    const { maxPrice } = holdOf(MODEL, { messages: saying(TEXT), maxOutputTokens: 1 }, 9, rates);
    expect(maxPrice).not.toHaveProperty('image');
  });

  it('is absent if the catalog has an absurd number', () => {
    const messages = saying(SOUND);
    const model = { ...MODEL, contextLength: Number.MAX_SAFE_INTEGER };
    const request = { messages, maxOutputTokens: 1, inputs: inputsOf({ messages }, model) };
    expect(holdOf(model, request, 500, rates).amount).toBeUndefined();
  });

  it('covers the list price of all the tokens and images that there can be', () => {
    const usage = { promptTokens: 100, completionTokens: 1 };
    const amount = listAmountOf(MODEL.pricing, usage, 9, 2);
    expect(amount).toBe(100 * 1_000 + 2_000 + 2 * 1_000_000);
  });
});

function refusalOf(messages: Message[], model: Model): unknown {
  try {
    checkInputs(messages, model);
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('what a model does not take is refused with 422', () => {
  it('at each part', () => {
    const model: Model = { ...MODEL, inputModalities: ['text', 'file'] };
    expect(refusalOf(saying(TEXT, REMOTE, CSV, SOUND), model)).toMatchObject({
      code: 'unsupported_input',
      options: {
        errors: [
          { pointer: '#/messages/1/content/1', code: 'unsupported' },
          { pointer: '#/messages/1/content/3', code: 'unsupported' },
        ],
      },
    });
  });

  it('also where nothing bounds it: without a context, and without a bound of an image', () => {
    for (const part of [REMOTE, INLINE, PDF, SOUND]) {
      const errors = [{ pointer: '#/messages/1/content/1' }];
      const expected = { code: 'unsupported_input', options: { errors } };
      expect(refusalOf(saying(TEXT, part), UNBOUNDED)).toMatchObject(expected);
      expect(refusalOf(saying(TEXT, part), WITHOUT_IMAGE_TOKENS)).toBeUndefined();
    }
    expect(refusalOf(saying(TEXT, CSV), UNBOUNDED)).toBeUndefined();
    expect(refusalOf(saying(REMOTE), { ...UNBOUNDED, maxImageTokens: 9 })).toBeUndefined();
  });
});

describe('a PDF', () => {
  const dataUrl = (type: string, bytes: string) =>
    `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  const file = (file_data: string): ContentPart => ({
    ...{ type: 'file', file: { filename: 'a.txt', file_data } },
  });
  const image = (url: string): ContentPart => ({ type: 'image_url', image_url: { url } });

  it.each([
    ['a text', file(dataUrl('text/plain', '%PDF-1.7\n')), true],
    ['four bytes of text', file(dataUrl('text/csv', '%PDF')), true],
    ['an image', image(dataUrl('image/png', '%PDF-1.7\n')), true],
    ['a PDF', file(dataUrl('application/pdf', '%PDF-1.7\n')), false],
    ['a text that speaks of one', file(dataUrl('text/plain', 'A file begins with %PDF')), false],
    ['a short text', file(dataUrl('text/plain', '%P')), false],
    ['a URL', image('https://example.com/a.png'), false],
  ])('that says it is %s is refused at its part: %#', (_, part, isRefused) => {
    const refused = expect.objectContaining({
      code: 'unsupported_input',
      options: { errors: [expect.objectContaining({ pointer: '#/messages/1/content/1' })] },
    });
    expect(refusalOf(saying(TEXT, part), MODEL)).toEqual(isRefused ? refused : undefined);
  });
});

describe('the size of a prompt', () => {
  const charsOf = (...content: ContentPart[]) =>
    promptChars({ messages: [{ role: 'user', content }] });

  it('counts code points of texts, URLs, names and base64', () => {
    expect(charsOf(TEXT)).toBe(6);
    expect(charsOf(REMOTE)).toBe('https://e.com/a.png'.length);
    expect(charsOf(INLINE)).toBe('data:image/png;base64,AAAABBBB'.length);
    expect(charsOf(CSV)).toBe('ü.csvdata:text/csv;base64,YSxi'.length);
    expect(charsOf(SOUND)).toBe('UklGRg=='.length);
    expect(charsOf(TEXT, SOUND)).toBe(14);
  });

  it('has at least the tokens of its texts, together', () => {
    expect(minPromptTokens([{ role: 'user', content: [TEXT, INLINE, TEXT] }], 4)).toBe(2);
    expect(minPromptTokens([{ role: 'user', content: [INLINE] }], 4)).toBe(0);
  });
});
