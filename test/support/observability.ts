/** Observability for tests, composed from their parts as the service composes it. */
import { composeObservability } from '../../server/compose/observability.ts';
import type { Config } from '../../server/platform/config/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import type { Cursors } from '../../server/platform/lib/cursor.ts';
import type { Quotas } from '../../server/quotas/index.ts';
import type { RunKernel } from '../../server/runs/index.ts';
import { createObservabilityHandlers } from '../../server/traces/http.ts';
import { createSpanStore } from '../../server/traces/index.ts';
import { quotasOf } from './quotas.ts';

export const OBSERVABILITY = '/v1/developer/observability';
export const OTLP_TRACES = `${OBSERVABILITY}/otlp/v1/traces`;

export function observabilityHandlers({
  db,
  quotas = quotasOf(db),
  ...parts
}: {
  db: Db;
  runs: Pick<RunKernel, 'spans'>;
  cursors: Cursors;
  quotas?: Quotas;
}) {
  const config = { observability: { retentionDays: 30 }, unit: { currency: 'USD', scale: 9 } };
  const limits = (workspace: string) => ({
    spans: quotas.limitOf(workspace, 'spans'),
    bytes: quotas.limitOf(workspace, 'span_bytes'),
  });
  const store = createSpanStore({ db, reads: db, limits, ...config.observability });
  const composed = { ...parts, quotas, spans: { store } } as never;
  return createObservabilityHandlers(composeObservability(config as Config, composed));
}

interface GivenSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name?: string;
  startedAt?: Date;
  durationMs?: number;
  attributes?: Record<string, string | number | boolean>;
  [member: string]: unknown;
}

/** A body of OTLP/JSON, as an exporter writes it. */
export function otlpOf(spans: GivenSpan[], service = 'test'): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': service }) },
        scopeSpans: [{ scope: { name: 'test' }, spans: spans.map(spanOf) }],
      },
    ],
  };
}

function spanOf({ startedAt = new Date(), durationMs = 5, attributes = {}, ...span }: GivenSpan) {
  const start = BigInt(startedAt.getTime()) * 1_000_000n;
  return {
    name: 'work',
    kind: 1,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + BigInt(durationMs) * 1_000_000n),
    attributes: attributesOf(attributes),
    status: {},
    ...span,
  };
}

export function attributesOf(attributes: NonNullable<GivenSpan['attributes']>) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValueOf(value) }));
}

function anyValueOf(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
