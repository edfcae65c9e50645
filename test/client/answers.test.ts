/** What a call reports about its answers, its retries and itself. */
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  ConnectionError,
  createClient,
  type Logger,
  type ModelRun,
  NotFoundError,
  type RetryEvent,
  type WithResponse,
} from '../../client/index.ts';
import { createObservability } from '../../client/observability.ts';
import { createClient as createPrompts } from '../../client/prompts.ts';
import { VERSION } from '../../client/version.ts';
import { against, closeHostiles, ECHO, thrownBy } from './client-against.ts';
import { answer, type Behavior, drop, problem, run, startHostile } from './hostile-server.ts';

const named = (status: number, body: object, id: string): Behavior =>
  answer(status, body, { 'X-Request-Id': id, 'X-Other': 'there' });
const DONE = run({ state: 'completed', text: 'Hi' });

afterEach(async () => {
  vi.unstubAllGlobals();
  await closeHostiles();
});

describe('withResponse', () => {
  it('returns the result of the call, a response that can be read again, and the request id', async () => {
    const { modelRuns } = await against(named(202, run(), 'req_one'));
    const { data, response, requestId } = await modelRuns.create(ECHO).withResponse();
    expect(data.run).toEqual(run());
    expect(response.status).toBe(202);
    expect(response.headers.get('X-Other')).toBe('there');
    expect(await response.json()).toEqual(run());
    expect(requestId).toBe('req_one');
    type Answer = Awaited<ReturnType<ReturnType<typeof modelRuns.get>['withResponse']>>;
    expectTypeOf<Answer>().toEqualTypeOf<WithResponse<ModelRun>>();
  });

  it('gives the last answer of a call that takes several', async () => {
    const { modelRuns } = await against(
      problem(503, 'overloaded', { headers: { 'Retry-After': '0', 'X-Request-Id': 'req_0' } }),
      named(202, run(), 'req_1'),
      named(200, DONE, 'req_2'),
    );
    const { data, requestId } = await modelRuns.createAndWait(ECHO).withResponse();
    expect(data.state).toBe('completed');
    expect(requestId).toBe('req_2');
  });

  it('gives the first page of a list, and asks for no other', async () => {
    const page = { data: [run()], nextCursor: 'more' };
    const { modelRuns, hostile } = await against(named(200, page, 'req_page'));
    const { data, requestId } = await modelRuns.list({ limit: 1 }).withResponse();
    expect(data.data).toHaveLength(1);
    expect(requestId).toBe('req_page');
    expect(hostile.seen).toHaveLength(1);
  });

  it('exists on every call of every part', async () => {
    const hostile = await startHostile(
      named(200, { data: [], spans: [], nextCursor: null, ...DONE }, 'req_1'),
    );
    const options = { baseUrl: hostile.url, apiKey: 'mock' };
    const client = createPrompts(options);
    const { metrics, scores, traces, export: file } = createObservability(options);
    const span = { from: new Date(0), to: new Date() };
    const request = { tool: 'a', input: {} };
    const calls = [
      ...[client.account(), client.limits(), client.models.get('a'), client.tools.get('a')],
      ...[
        client.modelRuns.find('a'),
        client.modelRuns.cancel('run_1'),
        client.modelRuns.wait('run_1'),
      ],
      ...[client.modelRuns.estimate(ECHO), client.toolRuns.create(request)],
      ...[client.computeJobs.environments(), client.computeJobs.artifact('job_1', 'a')],
      ...[client.prompts.get('a'), client.prompts.render('a'), client.prompts.diff('a', 1, 2)],
      ...[client.prompts.label('a', 'b', 1), client.prompts.usage('a')],
      client.prompts.save({ name: 'a', text: 'b' }),
      ...[metrics({ measures: ['count'], ...span }), scores.get('scr_1'), scores.delete('scr_1')],
      ...[traces.get('a'), traces.getSpan('a', 'b')],
      file({ dataset: 'runs', format: 'csv', ...span }),
    ];
    for (const call of calls) {
      const { requestId } = await (call as ReturnType<typeof client.account>).withResponse();
      expect(requestId).toBe('req_1');
    }
    await hostile.close();
  });

  it('rejects as the call does, once', async () => {
    const { modelRuns } = await against(problem(404, 'not_found'));
    const error = await thrownBy(modelRuns.get('run_1').withResponse());
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toHaveProperty('requestId', 'req_1');
  });
});

describe('onRetry', () => {
  it('is called for each attempt that is repeated, with the cause, before the pause', async () => {
    const { modelRuns } = await against(drop, problem(503, 'overloaded'), answer(202, run()));
    const events: RetryEvent[] = [];
    await modelRuns.create(ECHO, { onRetry: (event) => events.push(event) });
    expect(events).toMatchObject([
      { attempts: 1, request: 'POST /v1/developer/model-runs' },
      { attempts: 2, error: { code: 'overloaded', requestId: 'req_1' } },
    ]);
    expect(events[0]!.error).toBeInstanceOf(ConnectionError);
    expect(events[1]!.delayMs).toBeGreaterThanOrEqual(0);
  });

  it('of a client applies to its calls, and that of a call takes precedence', async () => {
    const hostile = await startHostile(drop, answer(200, DONE), drop, answer(200, DONE));
    const seen: string[] = [];
    const { modelRuns } = createClient({
      ...{ baseUrl: hostile.url, apiKey: 'mock', retry: { baseDelayMs: 1 } },
      onRetry: () => seen.push('client'),
    });
    await modelRuns.get('run_1');
    await modelRuns.get('run_1', { onRetry: () => seen.push('call') });
    expect(seen).toEqual(['client', 'call']);
    await hostile.close();
  });

  it('that throws ends the call, whose error has the request key', async () => {
    const { modelRuns, hostile } = await against(drop);
    const cause = new Error('enough');
    const error = await thrownBy(
      modelRuns.create(ECHO, {
        idempotencyKey: 'mine',
        onRetry() {
          throw cause;
        },
      }),
    );
    expect(error).toMatchObject({ cause, requestKey: 'mine', mayHaveCreated: true, attempts: 1 });
    expect(hostile.seen).toHaveLength(1);
  });

  it('is not called if nothing is repeated', async () => {
    const { modelRuns } = await against(problem(503, 'overloaded'));
    const onRetry = vi.fn();
    await thrownBy(modelRuns.create(ECHO, { maxRetries: 0, onRetry }));
    await thrownBy(modelRuns.create(ECHO, { retry: false, onRetry }));
    expect(onRetry).not.toHaveBeenCalled();
  });
});

describe('a logger', () => {
  function record() {
    const lines: string[] = [];
    const at = (level: string) => (message: string, facts: unknown) =>
      void lines.push(`${level} ${message} ${JSON.stringify(facts)}`);
    const logger: Logger = {
      ...{ error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') },
    };
    return { lines, logger };
  }

  async function linesOf(logLevel?: 'debug' | 'info' | 'warn' | 'off') {
    const busy = problem(503, 'overloaded', { headers: { 'X-Request-Id': 'req_1' } });
    const hostile = await startHostile(busy, named(200, DONE, 'req_2'));
    const { lines, logger } = record();
    const { modelRuns } = createClient({
      ...{ baseUrl: hostile.url, apiKey: 'mrk_tellnoone', retry: { baseDelayMs: 1 } },
      ...{ logger, logLevel },
    });
    await modelRuns
      .list({ metadata: { team: 'hidden' } })
      .withResponse()
      .catch(() => {});
    await hostile.close();
    return lines;
  }

  it('gets every answer at debug, and every retry at info', async () => {
    const lines = await linesOf('debug');
    expect(lines).toEqual([
      expect.stringMatching(
        /^debug model-run-client: GET \/v1\/developer\/model-runs: 503 .*"req_1"/,
      ),
      expect.stringMatching(
        /^info model-run-client: GET \/v1\/.*: 503 overloaded: It is so. Sent again.*"req_1"/,
      ),
      expect.stringMatching(
        /^debug model-run-client: GET \/v1\/developer\/model-runs: 200 .*"req_2"/,
      ),
    ]);
    expect(await linesOf('info')).toHaveLength(1);
  });

  it('gets nothing by default, and never a key, a query or a body', async () => {
    expect(await linesOf()).toEqual([]);
    expect(await linesOf('off')).toEqual([]);
    expect((await linesOf('debug')).join()).not.toMatch(/tellnoone|hidden|Hi"/);
  });

  it('has its level from MODEL_RUN_LOG, where the option does not say it', async () => {
    vi.stubEnv('MODEL_RUN_LOG', 'info');
    expect(await linesOf()).toHaveLength(1);
    expect(await linesOf('off')).toEqual([]);
    vi.unstubAllEnvs();
  });
});

describe('a request', () => {
  const agents: string[] = [];
  const fetch = async (request: Request) => {
    agents.push(request.headers.get('User-Agent') ?? 'none');
    return Response.json({ spendingLimits: [] });
  };
  const ask = (more: object = {}) =>
    createClient({ baseUrl: 'http://localhost', apiKey: 'mock', fetch, ...more }).account();

  afterEach(() => {
    agents.length = 0;
  });

  it('names the client with its version, and the runtime', async () => {
    await ask();
    expect(agents).toEqual([
      expect.stringMatching(
        new RegExp(`^model-run-client/${VERSION} Node\\.js/${parseInt(process.versions.node, 10)}`),
      ),
    ]);
  });

  it('carries the name that the caller gives, and none of ours', async () => {
    await ask({ headers: { 'User-Agent': 'shop/2' } });
    expect(agents).toEqual(['shop/2']);
  });

  it('leaves the user agent to the browser', async () => {
    vi.stubGlobal('window', { document: {} });
    await ask();
    expect(agents).toEqual(['none']);
  });

  it.each([
    ['Cloudflare-Workers', `model-run-client/${VERSION} Cloudflare-Workers`],
    ['Deno/2.5.0', `model-run-client/${VERSION} Deno/2.5.0`],
    ['Bun/1.3.0', `model-run-client/${VERSION} Bun/1.3.0`],
    ['no token\nat all', `model-run-client/${VERSION}`],
  ])('names the runtime %j', async (userAgent, seen) => {
    vi.stubGlobal('navigator', { userAgent });
    await ask();
    expect(agents).toEqual([seen]);
  });
});

describe('the environment', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('has the address and the key, where the options do not', async () => {
    const sent: Request[] = [];
    const fetch = async (request: Request) => {
      sent.push(request);
      return Response.json({ spendingLimits: [] });
    };
    vi.stubEnv('MODEL_RUN_BASE_URL', 'https://runs.example.com');
    vi.stubEnv('MODEL_RUN_KEY', 'mrk_of_the_environment');
    await createClient({ fetch }).account();
    await createClient({ fetch, apiKey: 'mock', baseUrl: 'http://localhost' }).account();
    await createClient({ fetch, apiKey: process.env.MODEL_RUN_KEY }).account();
    expect(
      sent.map(({ url, headers }) => `${new URL(url).origin} ${headers.get('Authorization')}`),
    ).toEqual([
      'https://runs.example.com Bearer mrk_of_the_environment',
      'http://localhost Bearer mock',
      'https://runs.example.com Bearer mrk_of_the_environment',
    ]);
    expect(createClient()).toHaveProperty('modelRuns');
  });

  it('that is not there, or may not be read, is reported like a missing option', () => {
    const denied = {
      get env(): never {
        throw new Error('Requires env access');
      },
    };
    for (const process of [undefined, {}, { env: {} }, denied]) {
      vi.stubGlobal('process', process);
      expect(() => createClient()).toThrow(/baseUrl is undefined: .*or set MODEL_RUN_BASE_URL/);
    }
  });

  it('of Deno is asked where there is no process', () => {
    const env = {
      get: (name: string) => (name === 'MODEL_RUN_BASE_URL' ? 'http://host' : undefined),
    };
    vi.stubGlobal('process', undefined);
    vi.stubGlobal('Deno', { env });
    expect(() => createClient()).toThrow(/apiKey is undefined: .*MODEL_RUN_KEY/);
  });

  it('does not count if the key is empty', () => {
    vi.stubEnv('MODEL_RUN_KEY', '');
    expect(() => createClient({ baseUrl: 'http://host' })).toThrow(/apiKey is undefined/);
    expect(() => createClient({ baseUrl: 'http://host', apiKey: '' })).toThrow(/apiKey is empty/);
  });
});
