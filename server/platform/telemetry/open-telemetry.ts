/**
 * Service spans with the OpenTelemetry SDK, sent by OTLP to a collector. Spans wait in a queue of bounded length and
 * are sent in batches in the background; spans that find no room, or are not accepted in time, are counted and dropped.
 * Loaded only if a collector is configured.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Attributes as ApiAttributes,
  type Context,
  createNoopMeter,
  type MeterProvider,
  type Meter as OtelMeter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from './log.ts';
import type { Meter } from './meter.ts';
import type {
  Attributes,
  BeginOptions,
  SAMPLERS,
  ServiceSpan,
  ServiceSpanKind,
  Tracer,
} from './tracer.ts';

export interface TracingOptions {
  /** The collector's URL, without the path of traces. */
  endpoint: string;
  /** For the collector; secret. */
  headers: Record<string, string>;
  serviceName: string;
  resourceAttributes: Record<string, string>;
  sampler: { name: (typeof SAMPLERS)[number]; ratio: number };
  capturesContent: boolean;
  log: Log;
  meter?: Meter | undefined;
}

export interface Tracing extends Tracer {
  /** Sends waiting spans, for a limited time; false if some are still in progress. */
  close(): Promise<boolean>;
}

const MOST_WAITING = 4_096;
const BATCH = 512;
const SEND_EVERY_MS = 2_000;
const SENT_WITHIN_MS = 10_000;
const CLOSE_WITHIN_MS = 1_000;
/** For a text, such as a prompt if those are recorded. */
const MOST_CHARS = 65_536;

const KINDS: Record<ServiceSpanKind, SpanKind> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
};

export function openTracing(options: TracingOptions): Tracing {
  const { exporter, endConnections } = createExporter(options);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'host.name': hostname(),
      'process.pid': process.pid,
      ...options.resourceAttributes,
      'service.name': options.serviceName,
    }),
    sampler: samplerOf(options.sampler),
    spanLimits: { attributeValueLengthLimit: MOST_CHARS },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MOST_WAITING,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SENT_WITHIN_MS + 1_000,
        selfObsMeterProvider: countingSpans(options),
      }),
    ],
  });
  const tracer = provider.getTracer('model-run-api');

  function begin(name: string, begun: BeginOptions = {}): ServiceSpan {
    const { kind = 'internal', parent, attributes = {}, startedAt } = begun;
    const span = tracer.startSpan(
      name,
      {
        kind: KINDS[kind],
        attributes: attributes as ApiAttributes,
        ...(startedAt && { startTime: startedAt }),
      },
      parent === undefined ? ROOT_CONTEXT : contextOf(parent),
    );
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      isRecorded: span.isRecording(),
      rename: (given) => void span.updateName(given),
      set: (more: Attributes) => void span.setAttributes(more as ApiAttributes),
      end({ error, at } = {}) {
        if (error !== undefined) {
          span.setAttribute('error.type', error);
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end(at);
      },
    };
  }

  return {
    capturesContent: options.capturesContent,
    begin,
    async close() {
      const flushed = provider.shutdown().then(
        () => true,
        () => true,
      );
      const isFlushed = await Promise.race([flushed, sleep(CLOSE_WITHIN_MS, false)]);
      endConnections();
      return isFlushed;
    },
  };
}

function createExporter({ endpoint, headers }: TracingOptions) {
  const agents: (HttpAgent | HttpsAgent)[] = [];
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: SENT_WITHIN_MS,
    httpAgentOptions: (protocol) => {
      const agent = new (protocol === 'https:' ? HttpsAgent : HttpAgent)({ keepAlive: true });
      agents.push(agent);
      return agent;
    },
  });
  return {
    exporter,
    endConnections() {
      for (const agent of agents) agent.destroy();
    },
  };
}

function contextOf(traceparent: string): Context {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function samplerOf({ name, ratio }: TracingOptions['sampler']): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/**
 * The SDK counts the results of spans with its own instruments. The log has one line for each outage of the collector.
 */
function countingSpans({ log, meter }: Pick<TracingOptions, 'log' | 'meter'>): MeterProvider {
  let isAway = false;
  const noop = createNoopMeter();

  function count(spans: number, error: unknown): void {
    const outcome = error === undefined ? 'sent' : error === 'queue_full' ? 'dropped' : 'not_taken';
    meter?.traced(outcome, spans);
    if (outcome === 'dropped' || isAway === (outcome === 'not_taken')) return;
    isAway = !isAway;
    if (isAway) log.warn({ error }, 'the collector does not take service spans: they are lost');
    else log.info('the collector takes service spans again');
  }

  const counting: OtelMeter = Object.create(noop, {
    createCounter: {
      value: () => ({
        add: (spans: number, attributes: ApiAttributes = {}) =>
          count(spans, attributes['error.type']),
      }),
    },
  });
  return { getMeter: () => counting };
}
