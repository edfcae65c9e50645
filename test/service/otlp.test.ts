/** Spans that programs send by OTLP/HTTP: OpenTelemetry's exporters, and by hand what those would never send. */
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtoExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Span, SpanList, Trace } from '../../openapi/generated/developer.ts';
import { countSpans } from '../support/clickhouse.ts';
import { OBSERVABILITY, OTLP_TRACES, otlpOf } from '../support/observability.ts';
import {
  jsonOf,
  problemOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService({ environment: { MAX_SPANS_PER_DAY: '20000' } });
});
afterAll(() => service.close());

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

async function fresh(): Promise<Tenant> {
  tenant = await service.tenant();
  return tenant;
}

async function post(body: unknown, headers: Record<string, string> = {}) {
  return tenant.send({ path: OTLP_TRACES, body, headers });
}

async function read<T>(path: string): Promise<T> {
  const answer = await tenant.get(`${OBSERVABILITY}${path}`);
  expect(answer.status, answer.text).toBe(200);
  return jsonOf(answer) as T;
}

const count = () => countSpans(service.database.db, tenant.workspace);

describe('the exporters of OpenTelemetry for JavaScript', () => {
  const exporters = [
    ['JSON', JsonExporter, 'none'],
    ['JSON and gzip', JsonExporter, 'gzip'],
    ['protobuf', ProtoExporter, 'none'],
    ['protobuf and gzip', ProtoExporter, 'gzip'],
  ] as const;

  it.each(exporters)(
    '%s: every span comes as it was made, with 200',
    async (_, Exporter, coding) => {
      await fresh();
      const exporter = new Exporter({
        url: service.url + OTLP_TRACES,
        headers: { Authorization: `Bearer ${tenant.key.key}` },
        compression: coding as never,
      });
      const provider = new TracerProvider({
        spanProcessors: [new BatchSpanProcessor({ exporter })],
      });
      const tracer = provider.getTracer('test');
      const spans = [];
      for (let i = 0; i < 40; i++) {
        const span = tracer.startSpan(`chat ${i}`, {
          kind: SpanKind.CLIENT,
          attributes: {
            ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'local' },
            ...{ 'gen_ai.usage.input_tokens': 12, 'gen_ai.usage.output_tokens': 3 },
            ...{ 'gen_ai.usage.cost': 0.25, 'session.id': 's-1', isFirst: i === 0 },
            ...{ stops: ['a', 'b'], temperature: 0.5, text: 'Gr\u00fc\u00dfe' },
          },
        });
        span.addEvent('retried', { attempt: 2 });
        if (i === 1) {
          span.recordException(new TypeError('no answer'));
          span.setStatus({ code: SpanStatusCode.ERROR, message: 'no answer' });
        }
        span.end();
        spans.push(span.spanContext());
      }
      await provider.shutdown();
      expect(await count()).toBe(40);
      const [first, second] = spans as [(typeof spans)[0], (typeof spans)[0]];
      expect(await read<Span>(`/traces/${first.traceId}/spans/${first.spanId}`)).toMatchObject({
        ...{ source: 'client', name: 'chat 0', kind: 'client', status: 'unset', model: 'local' },
        ...{ operation: 'chat', usage: { inputTokens: 12, outputTokens: 3 }, reportedCost: '0.25' },
        ...{ sessionId: 's-1', events: [{ name: 'retried', attributes: { attempt: 2 } }] },
        attributes: {
          ...{ isFirst: true, stops: ['a', 'b'], temperature: 0.5, text: 'Gr\u00fc\u00dfe' },
          'otel.scope.name': 'test',
        },
      });
      const failed = await read<Span>(`/traces/${second.traceId}/spans/${second.spanId}`);
      expect(failed).toMatchObject({ status: 'error', statusMessage: 'no answer' });
      expect(failed.events?.map(({ name }) => name)).toEqual(['retried', 'exception']);
    },
  );
});

describe('a body of spans', () => {
  it('that comes again changes nothing, whatever else comes with it', async () => {
    await fresh();
    const span = { traceId: hex(16), spanId: hex(8), startedAt: new Date() };
    const other = { traceId: span.traceId, spanId: hex(8) };
    expect((await post(otlpOf([span]))).status).toBe(200);
    expect((await post(otlpOf([{ ...span, name: 'other' }, span, other]))).status).toBe(200);
    expect(await count()).toBe(2);
    const { spans, totals } = await read<Trace>(`/traces/${span.traceId}`);
    expect(totals.clientSpans).toBe(2);
    expect(spans.map(({ name }) => name)).toEqual(['work', 'work']);
  });

  it('loses only the spans that cannot be taken, and says why in partialSuccess', async () => {
    await fresh();
    const good = { traceId: hex(16), spanId: hex(8) };
    const answer = await post(
      otlpOf([
        good,
        { ...good, traceId: 'short' },
        { ...good, traceId: '0'.repeat(32) },
        { ...good, spanId: 'x'.repeat(16) },
        { ...good, startedAt: new Date('2020-01-01T00:00:00Z') },
        { ...good, startedAt: new Date(Date.now() + 3 * 86_400_000) },
        { ...good, startTimeUnixNano: 'soon' },
      ]),
    );
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toEqual({
      partialSuccess: {
        rejectedSpans: '6',
        errorMessage:
          '2 spans: traceId must be 32 hexadecimal digits, not all zero. 1 span: spanId must be 16 hexadecimal digits, not all zero. 1 span: the span started too long ago. 1 span: the span starts in the future. 1 span: startTimeUnixNano must be a time.',
      },
    });
    expect(await count()).toBe(1);
  });

  it('may have unknown members, and ids in capitals', async () => {
    await fresh();
    const [traceId, spanId] = [hex(16), hex(8)];
    const span = { traceId: traceId.toUpperCase(), spanId: spanId.toUpperCase(), unknown: [{}] };
    expect((await post({ ...otlpOf([span]), later: 1 })).status).toBe(200);
    expect((await read<Trace>(`/traces/${traceId}`)).spans[0]).toMatchObject({ spanId });
    expect((await post({})).status).toBe(200);
  });

  it('without a span is taken with 200 in either encoding, and no bytes are no JSON: 400 malformed_json', async () => {
    await fresh();
    const protobuf = { 'Content-Type': 'application/x-protobuf' };
    for (const coding of [{}, { 'Content-Encoding': 'gzip' }]) {
      const bytes = (text: string) => ('Content-Encoding' in coding ? gzipSync(text) : text);
      expect((await post(bytes('{}'), coding)).status).toBe(200);
      expect(await post(bytes(''), { ...protobuf, ...coding })).toMatchObject({
        ...{ status: 200, text: '' },
      });
      problemOf(await post(bytes(''), coding), 'malformed_json');
    }
    expect(await count()).toBe(0);
  });

  it('is cut to the limits, and says so', async () => {
    await fresh();
    const [traceId, spanId] = [hex(16), hex(8)];
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`a${i}`, i]));
    const events = Array.from({ length: 40 }, () => ({ name: 'e', timeUnixNano: '1' }));
    const body = otlpOf([
      { traceId, spanId, attributes: { long: 'x'.repeat(20_000), ...many }, events },
    ]);
    expect((await post(body)).status).toBe(200);
    const span = await read<Span>(`/traces/${traceId}/spans/${spanId}`);
    expect(span.truncated).toBe(true);
    expect(Object.keys(span.attributes).length).toBeLessThanOrEqual(129);
    expect(String(span.attributes.long)).toHaveLength(16_384);
    expect(span.events).toHaveLength(32);
  });

  it('keeps what no database and no JSON takes as text that both take', async () => {
    await fresh();
    const [traceId, spanId] = [hex(16), hex(8)];
    const attributes = { nul: 'a\u0000b', half: '\ud800', __proto__x: 1, large: 'y' };
    const body = otlpOf([{ traceId, spanId, name: 'a\u0000', attributes }]);
    expect((await post(body)).status).toBe(200);
    const span = await read<Span>(`/traces/${traceId}/spans/${spanId}`);
    expect(span).toMatchObject({
      name: 'a\ufffd',
      attributes: { nul: 'a\ufffdb', half: '\ufffd' },
    });
  });

  it.each([
    ['malformed_json', 400, '{', {}],
    ['invalid_request', 400, '[]', {}],
    ['invalid_request', 400, '{"resourceSpans":{}}', {}],
    ['invalid_request', 400, `{"a":${'['.repeat(300)}${']'.repeat(300)}}`, {}],
    ['invalid_request', 400, '{}', { 'Content-Encoding': 'gzip' }],
    ['invalid_request', 400, '\u0001\u0002\u0003', { 'Content-Type': 'application/x-protobuf' }],
    ['unsupported_media_type', 415, '{}', { 'Content-Encoding': 'br' }],
    ['unsupported_media_type', 415, '{}', { 'Content-Type': 'text/plain' }],
    ['payload_too_large', 413, ' '.repeat(4_194_305), {}],
    ['payload_too_large', 413, gzipSync(' '.repeat(4_194_305)), { 'Content-Encoding': 'gzip' }],
  ])('is refused with %s, %d', async (code, status, body, headers) => {
    await fresh();
    const answer = await post(body, headers as unknown as Record<string, string>);
    expect(answer.status).toBe(status);
    problemOf(answer, code);
  });

  it('is refused with 422 too_many_spans where it has more than 10,000 spans', async () => {
    await fresh();
    const spans = Array.from({ length: 10_001 }, () => ({ traceId: 'a'.repeat(32), spanId: '1' }));
    const refused = await post({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
    expect(refused.status).toBe(422);
    problemOf(refused, 'too_many_spans');
  });

  const bodyOf = (spans: number) =>
    otlpOf(Array.from({ length: spans }, () => ({ traceId: hex(16), spanId: hex(8) })));

  it('is refused with 429 ingest_quota_exceeded beyond the day, and with none of it saved', async () => {
    await fresh();
    for (const spans of [10_000, 9_900]) expect((await post(bodyOf(spans))).status).toBe(200);
    const refused = await post(bodyOf(101));
    expect(refused.status).toBe(429);
    problemOf(refused, 'ingest_quota_exceeded');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await count()).toBe(19_900);
    expect((await post(bodyOf(100))).status).toBe(200);
    problemOf(await post(bodyOf(1)), 'ingest_quota_exceeded');
  });

  it('is saved up to the quota where that ends within a large body, and partialSuccess counts the rest', async () => {
    await fresh();
    for (const spans of [10_000, 7_000]) expect((await post(bodyOf(spans))).status).toBe(200);
    const answer = await post(bodyOf(10_000));
    expect(answer.status).toBe(200);
    const { partialSuccess } = jsonOf(answer) as { partialSuccess: Record<string, unknown> };
    const saved = (await count()) - 17_000;
    expect(saved).toBeGreaterThan(0);
    expect(partialSuccess).toMatchObject({
      rejectedSpans: String(10_000 - saved),
      errorMessage: expect.stringContaining('quota'),
    });
  });
});

describe('what others call it', () => {
  it.each([
    [
      'OpenTelemetry',
      {
        ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.response.model': 'm', 'user.id': 'u' },
        ...{ 'gen_ai.usage.input_tokens': 5, 'gen_ai.usage.output_tokens': 2 },
        ...{ 'gen_ai.conversation.id': 's', 'gen_ai.usage.cache_read.input_tokens': 1 },
        ...{ 'gen_ai.input.messages': 'in', 'gen_ai.output.messages': 'out' },
      },
    ],
    [
      'OpenInference',
      {
        ...{ 'openinference.span.kind': 'LLM', 'llm.model_name': 'm', 'user.id': 'u' },
        ...{ 'llm.token_count.prompt': 5, 'llm.token_count.completion': 2, 'session.id': 's' },
        ...{ 'llm.token_count.prompt_details.cache_read': 1 },
        ...{ 'input.value': 'in', 'output.value': 'out' },
      },
    ],
    [
      'Langfuse',
      {
        ...{ 'langfuse.observation.type': 'generation', 'langfuse.observation.model.name': 'm' },
        'langfuse.observation.usage_details': '{"input":5,"output":2,"input_cached_tokens":1}',
        ...{ 'langfuse.session.id': 's', 'langfuse.user.id': 'u' },
        ...{ 'langfuse.observation.input': 'in', 'langfuse.observation.output': 'out' },
      },
    ],
    [
      'The AI SDK before version 7',
      {
        ...{ 'ai.operationId': 'ai.streamText.doStream', 'ai.response.model': 'm' },
        ...{ 'ai.usage.promptTokens': 5, 'ai.usage.completionTokens': 2 },
        ...{ 'ai.usage.cachedInputTokens': 1, 'ai.telemetry.metadata.userId': 'u' },
        ...{ 'ai.telemetry.metadata.sessionId': 's', 'ai.prompt.messages': 'in' },
        ...{ 'ai.response.text': 'out' },
      },
    ],
  ])('%s: is read as the same facts', async (_, attributes) => {
    await fresh();
    const [traceId, spanId] = [hex(16), hex(8)];
    await post(otlpOf([{ traceId, spanId, attributes }]));
    const span = await read<Span>(`/traces/${traceId}/spans/${spanId}`);
    expect(span).toMatchObject({
      ...{ operation: 'chat', model: 'm', sessionId: 's', endUserId: 'u', input: 'in' },
      ...{ output: 'out', usage: { inputTokens: 5, outputTokens: 2, cachedInputTokens: 1 } },
    });
    expect(Object.values(span.attributes)).not.toContain('in');
  });

  it('is left out where it makes no sense', async () => {
    await fresh();
    const [traceId, spanId] = [hex(16), hex(8)];
    const attributes = {
      ...{ 'gen_ai.usage.input_tokens': -5, 'gen_ai.usage.output_tokens': 'many' },
      ...{ 'gen_ai.usage.cost': -1, 'langfuse.observation.type': 'span', 'user.id': '' },
    };
    await post(otlpOf([{ traceId, spanId, attributes }]));
    const { data } = await read<SpanList>('/spans');
    for (const name of ['usage', 'reportedCost', 'operation', 'endUserId', 'model']) {
      expect(data[0]).not.toHaveProperty(name);
    }
  });
});
