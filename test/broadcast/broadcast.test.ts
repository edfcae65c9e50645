/** Spans of runs at a destination that reads them by the published definitions: which arrive, when, with what. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createDestinationKeeping,
  DESTINATION_PREFIX,
  type DestinationInput,
  type Destinations,
} from '../../server/broadcast/index.ts';
import { idToUuid, uuidToId } from '../../server/platform/lib/ids.ts';
import {
  COMPUTE_JOBS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
  TOOL_RUNS,
} from '../support/service.ts';
import { type OtlpReceiver, startOtlpReceiver, takeAll, takePart } from './receiver.ts';

let service: TestService;
let tenant: Tenant;
let receiver: OtlpReceiver;
let destinations: Destinations;
beforeEach(async () => {
  service = await startService();
  tenant = await service.tenant();
  receiver = await startOtlpReceiver();
  destinations = createDestinationKeeping({ db: service.database.db, allowsPrivate: true });
});
afterEach(async () => {
  await service.close();
  await receiver.close();
});

const make = (input: Partial<DestinationInput> = {}) =>
  destinations.create(tenant, { name: 'Collector', url: receiver.url, ...input });

const seen = (id: string) => destinations.get(tenant.workspace, uuidToId(DESTINATION_PREFIX, id));

const PROMPT = 'A very private question about my neighbor';

async function ended(model = 'sandbox/echo', headers: Record<string, string> = {}) {
  const body = { ...request(model), messages: [{ role: 'user', content: PROMPT }] };
  return tenant.end(runOf(await tenant.create(body, { headers })).id);
}

const until = (count: number) =>
  expect.poll(() => receiver.spans().length).toBeGreaterThanOrEqual(count);

/** Makes everything that waits because of a failure due now. */
async function passTime(): Promise<void> {
  await service.database.db.query('update broadcast_destination set due_at = now()');
}

describe('a destination', () => {
  it.each([
    ['protobuf', 'gzip'],
    ['protobuf', 'none'],
    ['json', 'gzip'],
    ['json', 'none'],
  ] as const)(
    'gets the span of a run that has ended, in %s and %s, without its content',
    async (encoding, compression) => {
      const headers = [{ name: 'Authorization', value: 'Bearer of-its-own' }];
      const { id } = await make({ encoding, compression, headers });
      const run = await ended();
      await until(1);
      const [batch] = receiver.batches;
      const type = encoding === 'json' ? 'application/json' : 'application/x-protobuf';
      expect(batch!.headers).toMatchObject({
        ...{ 'content-type': type, authorization: 'Bearer of-its-own' },
      });
      expect(batch!.headers['content-encoding']).toBe(compression === 'gzip' ? 'gzip' : undefined);
      expect(batch!.resource).toMatchObject({
        'service.name': 'model-run-api',
        'model_run_api.workspace.id': uuidToId('wsp', tenant.workspace),
      });
      const [span] = batch!.spans;
      expect(span).toMatchObject({
        ...{ traceId: run.traceId, name: 'chat sandbox/echo', kind: 'SPAN_KIND_CLIENT' },
        status: { code: 'STATUS_CODE_OK', message: '' },
      });
      expect(span!.traceId.slice(16)).toBe(span!.spanId);
      expect(BigInt(span!.startTimeUnixNano)).toBe(BigInt(Date.parse(run.createdAt)) * 1_000_000n);
      expect(BigInt(span!.endTimeUnixNano)).toBe(BigInt(Date.parse(run.finishedAt!)) * 1_000_000n);
      expect(span!.attributes).toMatchObject({
        ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'sandbox/echo' },
        'gen_ai.usage.input_tokens': run.usage!.promptTokens,
        'gen_ai.usage.output_tokens': run.usage!.completionTokens,
        'gen_ai.response.finish_reasons': [run.finishReason],
        ...{ 'model_run_api.run.id': run.id, 'model_run_api.run.kind': 'model_run' },
        'model_run_api.charged': (run.chargedAmount! / 1e9).toFixed(9),
        'model_run_api.currency': 'USD',
        'gen_ai.usage.cost': run.chargedAmount! / 1e9,
      });
      expect(batch!.bytes.includes(PROMPT)).toBe(false);
      expect(batch!.bytes.includes('neighbor')).toBe(false);
      await expect.poll(async () => (await seen(id)).delivered).toBe(1);
      expect(await seen(id)).toMatchObject({
        ...{ waiting: 0, rejected: 0, givenUp: 0, lastStatus: 200, lastError: null },
        ...{ failingSince: null, headerNames: ['authorization'] },
      });
    },
  );

  it('gets the messages if content is turned on, and the error that a run ended with', async () => {
    await make({ includeContent: true });
    const echo = await ended();
    await ended('sandbox/refused');
    await until(2);
    const [echoed, refused] = ['sandbox/echo', 'sandbox/refused'].map(
      (model) =>
        receiver.spans().find(({ attributes }) => attributes['gen_ai.request.model'] === model)!,
    );
    expect(JSON.parse(echoed!.attributes['gen_ai.input.messages'] as string)).toEqual([
      { role: 'user', parts: [{ type: 'text', content: PROMPT }] },
    ]);
    expect(JSON.parse(echoed!.attributes['gen_ai.output.messages'] as string)).toEqual([
      { role: 'assistant', parts: [{ type: 'text', content: echo.text }] },
    ]);
    expect(refused!.status.code).toBe('STATUS_CODE_ERROR');
    expect(refused!.attributes).toMatchObject({ 'error.type': 'provider_refused' });
    expect(refused!.attributes).not.toHaveProperty('model_run_api.charged');
  });

  it('gets long content shortened, still as JSON, and no content that is too long to be read', async () => {
    await make({ includeContent: true });
    const { db } = service.database;
    receiver.answer((response) => response.writeHead(503).end());
    const [short, long] = [await ended(), await ended()];
    const pad = (length: number) =>
      JSON.stringify({ messages: [{ role: 'user', content: 'é'.repeat(length) }] });
    for (const [run, length] of [
      [short, 131_050],
      [long, 200_000],
    ] as const) {
      await db.query('update run_payload set request = $2 where run = $1', [
        idToUuid('run', run.id),
        pad(length),
      ]);
    }
    receiver.answer(takeAll);
    await passTime();
    const shown = (run: typeof short) =>
      receiver.spans().findLast(({ traceId }) => traceId === run.traceId)?.attributes;
    for (const run of [short, long]) {
      await expect.poll(() => shown(run)?.['model_run_api.content.truncated']).toBe(true);
    }
    const [message] = JSON.parse(shown(short)!['gen_ai.input.messages'] as string);
    expect(message.parts[0].content).toMatch(/^é{1000,}…$/);
    expect(shown(long)).not.toHaveProperty('gen_ai.input.messages');
    expect(shown(long)).toHaveProperty('gen_ai.output.messages');
  });

  it('gets the calls of tools as well, and only the kinds that it asked for', async () => {
    await make({ kinds: ['tool_run'], includeContent: true });
    await ended();
    const body = { tool: 'sandbox/echo', input: { text: 'hello' } };
    await tenant.create(body, { path: TOOL_RUNS });
    await until(1);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(receiver.spans()).toHaveLength(1);
    const [span] = receiver.spans();
    expect(span!.name).toBe('execute_tool sandbox/echo');
    expect(JSON.parse(span!.attributes['gen_ai.tool.call.arguments'] as string)).toEqual({
      text: 'hello',
    });
    expect(span!.attributes['gen_ai.tool.call.result']).toContain('hello');
  });

  it('gets the code of jobs with content, and how it ended', async () => {
    await make({ kinds: ['compute_job'], includeContent: true });
    const source = "console.log('secret'); job.exit(3)";
    const body = { environment: 'javascript', timeoutSeconds: 30, source };
    await tenant.create(body, { path: COMPUTE_JOBS });
    await until(1);
    const [span] = receiver.spans();
    expect(span!.name).toBe('run_code javascript');
    expect(span!.attributes).toMatchObject({
      'gen_ai.operation.name': 'run_code',
      'model_run_api.compute.environment': 'javascript',
      'model_run_api.compute.result': 'exited',
      'model_run_api.compute.source': source,
      'model_run_api.run.kind': 'compute_job',
    });
    expect(Number(span!.attributes['process.exit.code'])).toBe(3);
  });

  it('gets the span in the trace of the caller, below the span of the caller', async () => {
    await make();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await ended('sandbox/echo', { traceparent });
    await until(1);
    expect(receiver.spans()[0]).toMatchObject({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      parentSpanId: '00f067aa0ba902b7',
    });
  });

  it('gets nothing of another workspace, and nothing of before it was made', async () => {
    await ended();
    await make();
    const outsider = await service.tenant();
    await outsider.end(runOf(await outsider.create(request('sandbox/echo'))).id);
    const run = await ended();
    await until(1);
    expect(receiver.spans().map(({ traceId }) => traceId)).toEqual([run.traceId]);
  });

  it.each(['json', 'protobuf'] as const)(
    'that takes a part of a batch in %s is believed',
    async (encoding) => {
      receiver.answer(takePart(1, 'span\u0000s of a wrong kind'));
      const { id } = await make({ encoding });
      await ended();
      await expect.poll(async () => (await seen(id)).rejected).toBe(1);
      expect(await seen(id)).toMatchObject({
        ...{ delivered: 0, waiting: 0, failingSince: null },
        lastError: 'The destination took 0 of 1 spans: span s of a wrong kind',
      });
    },
  );

  it.each([429, 503])('that answers %s is left alone as long as it asks for', async (status) => {
    receiver.answer((response) => response.writeHead(status, { 'Retry-After': '1800' }).end());
    const { id } = await make();
    await ended();
    await expect.poll(async () => (await seen(id)).lastStatus).toBe(status);
    const [row] = await service.database.db.query<{ seconds: number }>(
      'select extract(epoch from due_at - now())::integer as seconds from broadcast_destination',
    );
    expect(row!.seconds).toBeGreaterThan(1_700);
    expect(await seen(id)).toMatchObject({ waiting: 1, failingSince: expect.any(Date) });
    receiver.answer(takeAll);
    await passTime();
    await expect.poll(async () => (await seen(id)).delivered).toBe(1);
    expect(new Set(receiver.spans().map(({ spanId }) => spanId)).size).toBe(1);
  });

  it('loses one span that it never takes, and no other', async () => {
    receiver.answer((response) => response.writeHead(503).end());
    const { id } = await make();
    const runs = await Promise.all(
      Array.from({ length: 9 }, (_, i) => ended(i === 4 ? 'sandbox/refused' : 'sandbox/echo')),
    );
    await expect.poll(async () => (await seen(id)).waiting).toBe(9);
    const taken = new Set<string>();
    receiver.answer((response, { spans }) => {
      const isBad = spans.some(({ name }) => name.endsWith('refused'));
      if (isBad) return response.writeHead(400).end();
      for (const { spanId } of spans) taken.add(spanId);
      return response.writeHead(200).end();
    });
    const left = async () => {
      await passTime();
      return (await seen(id)).waiting;
    };
    await expect.poll(left).toBe(0);
    expect(taken.size).toBe(runs.length - 1);
    await expect.poll(async () => (await seen(id)).delivered).toBe(8);
    expect(await seen(id)).toMatchObject({ rejected: 1 });
  });

  it('that says 410 is disabled; what waits is sent once somebody enables it', async () => {
    receiver.answer((response) => response.writeHead(410).end());
    const { id } = await make();
    await ended();
    await expect.poll(async () => (await seen(id)).disabledReason).toBe('gone');
    await ended();
    expect(await seen(id)).toMatchObject({ waiting: 1 });
    receiver.answer(takeAll);
    const publicId = uuidToId(DESTINATION_PREFIX, id);
    await destinations.change(tenant, publicId, { isDisabled: false });
    await expect.poll(async () => (await seen(id)).delivered).toBe(1);
  });

  it('that fails for days is disabled', async () => {
    receiver.answer((response) => response.writeHead(500).end());
    const { id } = await make();
    await ended();
    await expect.poll(async () => (await seen(id)).failingSince).not.toBeNull();
    await service.database.db.query(
      "update broadcast_destination set failing_since = now() - interval '6 days', due_at = now()",
    );
    const reason = async () => (await seen(id)).disabledReason;
    await expect.poll(reason).toBe('failing');
  });

  it('loses what has waited for a day, and that is counted', async () => {
    receiver.answer((response) => response.writeHead(500).end());
    const { id } = await make();
    await ended();
    await ended();
    await expect.poll(async () => (await seen(id)).waiting).toBe(2);
    await service.database.db.query(
      `with waiting as (delete from broadcast_span returning *)
       insert into broadcast_span (destination, run, created_at)
       select destination, run, now() - (2 - row_number() over (order by id)) * interval '25 hours' from waiting
       order by id`,
    );
    await expect.poll(async () => (await seen(id)).givenUp).toBe(1);
    expect(await seen(id)).toMatchObject({ waiting: 1 });
  });
});

describe('a workspace', () => {
  it('without destinations has nothing written for it', async () => {
    const { id } = await make();
    await destinations.remove(tenant, uuidToId(DESTINATION_PREFIX, id));
    await ended();
    const { db } = service.database;
    expect(await db.query('select from broadcast_span')).toEqual([]);
    expect(await db.query('select from account where has_destinations')).toEqual([]);
  });

  it('has 10 destinations at the most, however many are made at once', async () => {
    const made = await Promise.allSettled(Array.from({ length: 15 }, () => make()));
    expect(made.filter(({ status }) => status === 'rejected')).toHaveLength(5);
    expect(await destinations.list(tenant.workspace)).toHaveLength(10);
  });
});
