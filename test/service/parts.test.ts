/** Parts of a user's message: which are refused and where, which arrive, and that the hold covers their cost. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreateModelRun, ModelRunEstimate } from '../../openapi/generated/developer.ts';
import {
  jsonOf,
  MAX_PROMPT_CHARS,
  problemOf,
  RUNS,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService({});
  tenant = await service.tenant();
});
afterAll(() => service.close());

const TEXT = { type: 'text', text: 'What is this?' };
const REMOTE = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
const IMAGE = { type: 'image_url', image_url: { url: 'data:image/gif;base64,R0lGODlhAQ==' } };
const CSV = {
  type: 'file',
  file: { filename: 'a.csv', file_data: 'data:text/csv;base64,YSxiCg==' },
};
const PDF = {
  type: 'file',
  file: { filename: 'a', file_data: 'data:application/pdf;base64,JVBE' },
};
const SOUND = { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } };
const FINISHED = { headers: { Prefer: 'wait=30' } };

const saying = (content: unknown, more: object = {}) => ({
  ...{ model: 'sandbox/echo', maxOutputTokens: 1_000 },
  messages: [{ role: 'user', content }],
  ...more,
});

const estimate = (body: object) => tenant.send({ path: `${RUNS}/estimate`, body });

describe('a part that does not fit the contract is refused with 400 at its pointer', () => {
  const at = (rest: string) => `#/messages/0/content${rest}`;
  const image = (url: unknown, more: object = {}) => ({
    ...{ type: 'image_url', image_url: { url, ...more } },
  });
  const file = (file_data: string, more: object = {}) => ({
    ...{ type: 'file', file: { filename: 'a.pdf', file_data, ...more } },
  });
  const sound = (more: object) => ({ ...SOUND, input_audio: { ...SOUND.input_audio, ...more } });
  const cases: [string, unknown, string, string][] = [
    ['no part', [], at(''), 'min_items'],
    ['65 parts', Array(65).fill(TEXT), at(''), 'max_items'],
    ['an empty text', '', at(''), 'min_length'],
    ['a number', 5, at(''), 'one_of'],
    ['a text among the parts', ['Hello'], at('/0'), 'type'],
    ['a part without a type', [TEXT, { text: 'Hello' }], at('/1/type'), 'required'],
    ['an unknown type', [{ type: 'video_url' }], at('/0/type'), 'discriminator'],
    ['an empty part', [TEXT, { type: 'text', text: '' }], at('/1/text'), 'min_length'],
    ['a part without its member', [{ type: 'file' }], at('/0/file'), 'required'],
    ['a member too many', [{ ...TEXT, cache: 1 }], at('/0/cache'), 'additional_properties'],
    ['a plain URL', [image('http://example.com/a.png')], at('/0/image_url/url'), 'pattern'],
    [
      'a picture of lines',
      [image('data:image/svg+xml;base64,AAAA')],
      at('/0/image_url/url'),
      'pattern',
    ],
    ['no base64', [image('data:image/png;base64,A!')], at('/0/image_url/url'), 'pattern'],
    [
      'an unknown detail',
      [image(REMOTE.image_url.url, { detail: 'most' })],
      at('/0/image_url/detail'),
      'enum',
    ],
    ['an archive', [file('data:application/zip;base64,AAAA')], at('/0/file/file_data'), 'pattern'],
    ['a remote file', [file('https://example.com/a.pdf')], at('/0/file/file_data'), 'pattern'],
    [
      'a name too long',
      [file('data:text/csv;base64,AA==', { filename: 'a'.repeat(256) })],
      at('/0/file/filename'),
      'max_length',
    ],
    ['another format', [sound({ format: 'flac' })], at('/0/input_audio/format'), 'enum'],
    [
      'sound as a URL',
      [sound({ data: 'data:audio/wav;base64,AA==' })],
      at('/0/input_audio/data'),
      'pattern',
    ],
  ];

  it.each(cases)('%s', async (_, content, pointer, code) => {
    const { status, errors } = problemOf(await tenant.create(saying(content)), 'invalid_request');
    expect(status).toBe(400);
    expect(errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  it('and parts of the system that are no text', async () => {
    const messages = [
      { role: 'system', content: [TEXT, REMOTE] },
      { role: 'user', content: [TEXT] },
    ];
    const answer = await tenant.create({ ...saying(''), messages });
    const { status, errors } = problemOf(answer, 'invalid_request');
    expect(status).toBe(400);
    expect(errors?.length).toBeGreaterThan(0);
    for (const { pointer } of errors ?? []) expect(pointer).toMatch(/^#\/messages\/0\/content\/1/);
  });
});

describe('a model that takes text only', () => {
  it('is refused with 422 unsupported_input at each other part, and holds nothing', async () => {
    const body = saying([TEXT, REMOTE, CSV, PDF, SOUND], { model: 'sandbox/thinker' });
    const { status, errors } = problemOf(await tenant.create(body), 'unsupported_input');
    expect(status).toBe(422);
    expect(errors?.map(({ pointer }) => pointer)).toEqual(
      [1, 2, 3, 4].map((i) => `#/messages/0/content/${i}`),
    );
    problemOf(await estimate(body), 'unsupported_input');
  });

  it('takes parts of text, and says what it takes in the catalog', async () => {
    const run = runOf(
      await tenant.create(saying([TEXT, TEXT], { model: 'sandbox/thinker' }), FINISHED),
    );
    expect(run.text).toBe('What is this?\nWhat is this?');
    const read = async (id: string) =>
      JSON.parse((await tenant.get(`/v1/developer/models/${encodeURIComponent(id)}`)).text);
    expect(await read('sandbox/thinker')).toMatchObject({ inputModalities: ['text'] });
    expect(await read('sandbox/echo')).toMatchObject({
      inputModalities: ['text', 'image', 'file', 'audio'],
    });
  });
});

describe('a run with parts', () => {
  it('is completed with all of them, and reports each', async () => {
    const run = runOf(
      await tenant.create(saying([TEXT, REMOTE, IMAGE, CSV, PDF, SOUND]), FINISHED),
    );
    expect(run).toMatchObject({ state: 'completed', finishReason: 'stop' });
    expect(run.text).toBe(
      'What is this?\nimage: a URL\nimage: 7 bytes\nfile: 4 bytes\nfile: 3 bytes\naudio: 4 bytes',
    );
    expect(run.chargedAmount).toBeLessThanOrEqual(run.reservedAmount);
    expect(run.absorbedAmount).toBeUndefined();
  });

  it('is replayed under its request key, and refused with 422 with another part', async () => {
    const requestKey = 'parts-1';
    const sent = [TEXT, { ...REMOTE, image_url: { ...REMOTE.image_url, detail: null } }];
    const first = runOf(await tenant.create(saying(sent), { requestKey }));
    const again = await tenant.create(saying([TEXT, REMOTE]), { requestKey });
    expect(runOf(again).id).toBe(first.id);
    const other = await tenant.create(saying([REMOTE, TEXT]), { requestKey });
    problemOf(other, 'idempotency_key_reuse');
  });

  it('counts data and URLs as characters of the prompt, and not its bytes as tokens', async () => {
    const data = 'A'.repeat(4_000);
    const url = `data:image/png;base64,${data}`;
    const image = { type: 'image_url', image_url: { url } };
    const estimated = async (content: unknown) =>
      jsonOf(await estimate(saying(content))) as ModelRunEstimate;
    const one = await estimated([TEXT, IMAGE]);
    const large = await estimated([TEXT, image]);
    expect(large.promptChars).toBe(TEXT.text.length + url.length);
    expect(large.reservedAmount - one.reservedAmount).toBeLessThan(4_000);
    const pdf = await estimated([TEXT, PDF]);
    expect(pdf.reservedAmount).toBeGreaterThan(131_072 * 150);
  });

  it('is refused with 422 prompt_too_large where its data is beyond the limit', async () => {
    const data = 'A'.repeat(MAX_PROMPT_CHARS + 1);
    const sound = { ...SOUND, input_audio: { ...SOUND.input_audio, data } };
    expect(problemOf(await tenant.create(saying([sound])), 'prompt_too_large').status).toBe(422);
  });
});

describe('the hold', () => {
  const base64 = fc.base64String({ minLength: 4, maxLength: 400 });
  const part = fc.oneof(
    fc
      .string({ minLength: 1, maxLength: 50, unit: 'grapheme' })
      .map((text) => ({ type: 'text', text })),
    fc.constant(REMOTE),
    base64.map((data) => ({ ...IMAGE, image_url: { url: `data:image/webp;base64,${data}` } })),
    base64.map((data) => ({
      ...{ type: 'file', file: { filename: 'ü', file_data: `data:text/plain;base64,${data}` } },
    })),
    base64.map((data) => ({ ...SOUND, input_audio: { data, format: 'mp3' } })),
  );
  const content = fc.array(part, { minLength: 1, maxLength: 8 });

  it('covers the charge whatever the parts are, and nothing is absorbed', async () => {
    const check = fc.asyncProperty(
      content,
      fc.integer({ min: 1, max: 50 }),
      async (parts, most) => {
        const body = { ...saying(parts), maxOutputTokens: most } as CreateModelRun;
        const run = runOf(await tenant.create(body, FINISHED));
        expect(run.state).toBe('completed');
        expect(run.chargedAmount).toBeLessThanOrEqual(run.reservedAmount);
        expect(run.absorbedAmount).toBeUndefined();
      },
    );
    await fc.assert(check, { numRuns: 40 });
  });
});
