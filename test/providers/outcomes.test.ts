/** What a 200 means: an answer only if it is complete, and otherwise unknown. */
import { describe, expect, test } from 'vitest';
import {
  delta,
  json,
  openRouter,
  startRawServer,
  startUpstream,
  stream,
  submission,
  submit,
  WHOLE_STREAM,
} from './upstream.ts';

const SECRET = 'sk-upstream-secret';

describe('200 with a complete answer', () => {
  test('and a cost is answered, with the reference reported before the body', async () => {
    const upstream = await startUpstream((response) => {
      stream(response, WHOLE_STREAM, { 'x-generation-id': 'gen-1' });
    });
    const { outcome, events } = await submit(openRouter(upstream.url));
    expect(outcome).toEqual({
      kind: 'answered',
      reference: 'gen-1',
      answer: {
        message: { role: 'assistant', content: 'Hello' },
        finishReason: 'stop',
        usage: { promptTokens: 3, completionTokens: 2 },
        cost: '0.000012',
      },
    });
    expect(events).toEqual(['before send', 'reference gen-1']);
  });

  test('and no cost is answered without one', async () => {
    const upstream = await startUpstream((response) => {
      stream(response, [delta({ content: 'Hi' }, 'stop'), '[DONE]']);
    });
    const { outcome } = await submit(openRouter(upstream.url));
    expect(outcome).toEqual({
      kind: 'answered',
      reference: 'gen-1',
      answer: { message: { role: 'assistant', content: 'Hi' }, finishReason: 'stop' },
    });
  });

  test('as plain JSON, where the server ignores stream', async () => {
    const upstream = await startUpstream((response) => {
      json(response, 200, {
        id: 'gen-2',
        choices: [
          { index: 0, message: { role: 'assistant', content: 'Whole' }, finish_reason: 'length' },
        ],
        usage: { prompt_tokens: 1, completion_tokens: 1, cost: 0 },
      });
    });
    const { outcome, events } = await submit(openRouter(upstream.url));
    expect(outcome).toEqual({
      kind: 'answered',
      reference: 'gen-2',
      answer: {
        message: { role: 'assistant', content: 'Whole' },
        finishReason: 'length',
        usage: { promptTokens: 1, completionTokens: 1 },
        cost: '0',
      },
    });
    expect(events).toEqual(['before send', 'reference gen-2']);
  });

  test.each(['text/plain', 'application/octet-stream'])(
    'as a stream that calls itself %s',
    async (type) => {
      const upstream = await startUpstream((response) => {
        stream(response, WHOLE_STREAM, { 'content-type': type });
      });
      expect((await submit(openRouter(upstream.url))).outcome.kind).toBe('answered');
    },
  );

  test('after an informational response, which is not the answer', async () => {
    const upstream = await startUpstream((response) => {
      response.writeEarlyHints({ link: '</x>; rel=preload', 'x-generation-id': 'gen-0' }, () => {
        stream(response, WHOLE_STREAM, { 'x-generation-id': 'gen-1' });
      });
    });
    const { outcome } = await submit(openRouter(upstream.url));
    expect(outcome).toMatchObject({ kind: 'answered', reference: 'gen-1' });
  });

  test('does not wait for a connection that stays open after the end mark', async () => {
    const upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(
        `data: ${JSON.stringify(delta({ content: 'Hi' }, 'stop'))}\n\ndata: [DONE]\n\n`,
      );
    });
    expect((await submit(openRouter(upstream.url))).outcome.kind).toBe('answered');
  });

  test('is complete without the end mark, once there is a finish reason and a proper end', async () => {
    const upstream = await startUpstream((response) => stream(response, WHOLE_STREAM.slice(0, -1)));
    expect((await submit(openRouter(upstream.url))).outcome.kind).toBe('answered');
  });
});

test('an end mark makes an answer complete, even where no reason to end was given', async () => {
  const upstream = await startUpstream((response) => {
    stream(response, [delta({ content: 'Hi' }), '[DONE]']);
  });
  const { outcome } = await submit(openRouter(upstream.url));
  expect(outcome).toMatchObject({ kind: 'answered', answer: { message: { content: 'Hi' } } });
  expect(outcome).not.toHaveProperty('answer.finishReason');
});

describe('200 that is no answer is unknown', () => {
  const error = { error: { code: 502, message: SECRET } };
  const cases: [string, (object | string)[]][] = [
    ['an error in a chunk', [delta({ content: 'Hel' }), { id: 'gen-1', ...error }, '[DONE]']],
    [
      'an error in a chunk that also ends the answer',
      [{ id: 'gen-1', ...error, choices: [{ index: 0, delta: {}, finish_reason: 'error' }] }],
    ],
    ['an error in a choice', [{ id: 'gen-1', choices: [{ index: 0, delta: {}, ...error }] }]],
    ['a finish that says error', [delta({ content: 'Hel' }), delta({}, 'error'), '[DONE]']],
    ['a stream without finish reason and end mark', [delta({ content: 'Hel' })]],
    ['a stream with nothing in it', ['[DONE]']],
    [
      'no finish reason and no token',
      [delta({ content: 'Hel' }), { choices: [], usage: { completion_tokens: 0 } }, '[DONE]'],
    ],
    ['a chunk that is no JSON', [delta({ content: 'Hel' }), '{"choices": [', '[DONE]']],
    ['a chunk that is no object', [delta({ content: 'Hel' }, 'stop'), '[1]', '[DONE]']],
    ['content that is no text', [delta({ content: { type: 'text' } }, 'stop'), '[DONE]']],
    ['a tool call without a name', [delta({ tool_calls: [{ index: 0, id: 'a' }] }, 'tool_calls')]],
  ];

  test.each(cases)('%s', async (_, events) => {
    const upstream = await startUpstream((response) => {
      stream(response, events, { 'x-generation-id': 'gen-1' });
    });
    const { outcome } = await submit(openRouter(upstream.url));
    expect(outcome).toMatchObject({ kind: 'unknown', providerStatus: 200, reference: 'gen-1' });
    expect(JSON.stringify(outcome)).not.toContain(SECRET);
  });

  test.each([
    ['an error', 'application/json', JSON.stringify(error)],
    ['no JSON', 'application/json', '<html>'],
    ['JSON without an answer', 'application/json', '{"ok":true}'],
    ['a page', 'text/html', '<html></html>'],
    ['nothing', 'application/json', ''],
    [
      'bytes that are no text',
      'text/event-stream',
      Buffer.from('data: {"a":"\xff"}\n\n', 'latin1'),
    ],
  ])('a body that is %s', async (_, type, body) => {
    const upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    const { outcome } = await submit(openRouter(upstream.url));
    expect(outcome).toMatchObject({ kind: 'unknown', providerStatus: 200 });
  });

  test('a connection that drops in the middle', async () => {
    const upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-generation-id': 'gen-1' });
      const text = `data: ${JSON.stringify(delta({ content: 'Hel' }))}\n\n`;
      response.write(text, () => response.destroy());
    });
    const { outcome } = await submit(openRouter(upstream.url));
    expect(outcome).toMatchObject({ kind: 'unknown', reference: 'gen-1' });
  });

  test('a stream that is cut anywhere before it has ended', async () => {
    const events = WHOLE_STREAM.map((event) =>
      typeof event === 'string' ? event : JSON.stringify(event),
    );
    const body = events.map((event) => `data: ${event}\n\n`).join('');
    const finished = body.indexOf(events[2]!) + events[2]!.length;
    let cut = 0;
    const upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(body.slice(0, cut));
    });
    const provider = openRouter(upstream.url);
    for (cut = 0; cut < body.length; cut++) {
      const { outcome } = await submit(provider);
      if (cut < finished) expect(outcome.kind, body.slice(0, cut)).toBe('unknown');
      if (outcome.kind === 'answered') expect(outcome.answer.message.content).toBe('Hello');
    }
  });

  test('an answer that is longer than is accepted', async () => {
    const upstream = await startUpstream((response) => {
      stream(response, [delta({ content: 'x'.repeat(5_000) }, 'stop'), '[DONE]']);
    });
    const { outcome } = await submit(openRouter(upstream.url, { maxAnswerBytes: 1_000 }));
    expect(outcome).toMatchObject({
      kind: 'unknown',
      reason: 'The answer of the provider was larger than is accepted.',
    });
  });

  test('a server that does not speak HTTP', async () => {
    const port = await startRawServer((socket) =>
      socket.once('data', () => socket.end('hello\r\n')),
    );
    const { outcome } = await submit(openRouter(`http://127.0.0.1:${port}/api/v1`));
    expect(outcome.kind).toBe('unknown');
  });
});

describe('the reference', () => {
  test('is the first that was given: an id that changes midway is not followed', async () => {
    const upstream = await startUpstream((response) => {
      const events = [delta({ content: 'Hi' }), { ...delta({}, 'stop'), id: 'gen-2' }, '[DONE]'];
      stream(response, events);
    });
    const { outcome, events } = await submit(openRouter(upstream.url));
    expect(outcome).toMatchObject({ kind: 'answered', reference: 'gen-1' });
    expect(events).toEqual(['before send', 'reference gen-1']);
  });

  test('of the header wins over the ids of the chunks', async () => {
    const upstream = await startUpstream((response) => {
      stream(response, WHOLE_STREAM, { 'x-generation-id': 'gen-header' });
    });
    const { outcome, events } = await submit(openRouter(upstream.url));
    expect(outcome).toMatchObject({ reference: 'gen-header' });
    expect(events).toEqual(['before send', 'reference gen-header']);
  });

  test('is reported while the body is still to arrive', async () => {
    const upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-generation-id': 'gen-1' });
      response.flushHeaders();
      release = () => {
        response.end(`data: ${JSON.stringify(delta({ content: 'Hi' }, 'stop'))}\n\n`);
      };
    });
    let release = () => {};
    const hooks = { beforeSend() {}, onReference: () => release(), onSize() {} };
    const signal = new AbortController().signal;
    const outcome = await openRouter(upstream.url).submit(submission(), hooks, signal);
    expect(outcome.kind).toBe('answered');
  });
});
