/** Faults of the tools file: the message names each with its path, and quotes no value. */
import { describe, expect, it } from 'vitest';
import { describeError } from '../../server/platform/telemetry/log.ts';
import { parseToolsFile } from '../../server/tool-runs/tools-file.ts';

const SECRET = 'quite-a-secret';
const parse = (content: unknown) =>
  parseToolsFile(typeof content === 'string' ? content : JSON.stringify(content), {
    ...{ path: 'tools.json', mayBeMissing: false, builtIn: ['sandbox'] },
    secret: (name) => (name === 'LINES' ? 'two\nlines' : undefined),
  });

const forecast = {
  ...{ url: 'https://weather.example.com/', description: 'The weather of tomorrow.' },
  ...{ inputSchema: { type: 'object' }, pricing: { perCall: '0.001' } },
};
const weather = {
  ...{ kind: 'http', signingSecrets: ['whsec_c2VjcmV0'], tools: { forecast } },
};
const search = {
  ...{ kind: 'mcp-http', url: 'https://tools.example.com/mcp' },
  everyTool: { pricing: { perCall: '1' } },
};

it('names servers, and what is sold of them', async () => {
  const { servers } = await parse({ servers: { weather, search } });
  expect(servers.map(({ name }) => name)).toEqual(['weather', 'search']);
});

describe('a file is refused', () => {
  it.each([
    ['signs with what is no base64', { ...weather, signingSecrets: [SECRET] }, 'signingSecrets[0]'],
    ['signs with nothing', { ...weather, signingSecrets: [''] }, 'signingSecrets[0]'],
    ['has a value of two lines', { ...search, headers: { a: { env: 'LINES' } } }, 'headers.a'],
    ['has a header with a blank', { ...search, headers: { 'a b': SECRET } }, 'headers["a b"]'],
    [
      'waits for longer than the service does',
      { ...search, everyTool: { pricing: { perCall: '1' }, maxTimeoutSeconds: 3_601 } },
      'everyTool.maxTimeoutSeconds',
    ],
    ['has a tool without a name', { ...weather, tools: { '': forecast } }, 'tools'],
    ['has a tool with a blank', { ...weather, tools: { 'a b': forecast } }, 'tools'],
  ])('whose server %s', async (_what, server, pointer) => {
    const refusal = await parse({ servers: { s: server } }).catch((error: Error) => error.message);
    expect(refusal).toContain('is not valid');
    expect(refusal).toContain(pointer);
    expect(refusal).not.toContain(SECRET);
  });

  it.each([
    `{"servers":{"s":{"headers":{"a":${SECRET}}}}}`,
    `{"a":"${SECRET}`,
    `{"a":"${SECRET}"} b`,
  ])('that is no JSON, and neither the message nor the log quotes it: %s', async (text) => {
    const error = await parse(text).catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(JSON.stringify(describeError(error))).not.toContain(SECRET.slice(0, 5));
  });
});
