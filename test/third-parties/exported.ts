/** What a program reports as sent, and whether the service answers the same. */
import { deepStrictEqual } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Span, Trace } from '../../openapi/generated/developer.ts';
import type { Fixtures } from './fixtures.ts';

interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string | null;
  name: string;
  kind?: string;
  status?: string;
  statusMessage?: string | null;
  /** Milliseconds since 1970. */
  startedAt?: number;
  durationMs?: number;
  attributes?: Record<string, unknown>;
  events?: { name: string; at: number; attributes: Record<string, unknown> }[];
  service?: string;
}

/** The last line of its output. */
export function readExported(printed: string): ExportedSpan[] {
  return JSON.parse(printed.trim().split('\n').at(-1)!) as ExportedSpan[];
}

/** Every exported span of every trace, as the service has it. Throws if one differs. */
export async function expectExported(
  fixtures: Fixtures,
  exported: readonly ExportedSpan[],
): Promise<Span[]> {
  if (exported.length === 0) throw new Error('it has made no span');
  const spans: Span[] = [];
  for (const [traceId, all] of Map.groupBy(exported, (each) => each.traceId)) {
    const trace = await fixtures.read<Trace>(`/observability/traces/${traceId}`);
    const ids = (of: readonly { spanId: string }[]) => of.map(({ spanId }) => spanId).sort();
    deepStrictEqual(ids(trace.spans), ids(all));
    for (const each of all) spans.push(await expectOne(fixtures, each));
  }
  return spans;
}

async function expectOne({ read }: Fixtures, exported: ExportedSpan): Promise<Span> {
  const span = await read<Span>(
    `/observability/traces/${exported.traceId}/spans/${exported.spanId}`,
  );
  const { startedAt, durationMs, attributes, events, ...same } = exported;
  for (const [name, value] of Object.entries(same)) {
    deepStrictEqual(span[name as keyof Span] ?? null, value, `${name} of ${exported.name}`);
  }
  if (startedAt !== undefined)
    deepStrictEqual(Date.parse(span.startedAt), startedAt, exported.name);
  if (durationMs !== undefined && Math.abs(span.durationMs! - durationMs) > 1) {
    throw new Error(`${exported.name} took ${durationMs} ms, and ${span.durationMs} were kept`);
  }
  if (attributes) expectAttributes(span, attributes);
  if (events) {
    const kept = (span.events ?? []).map(({ name, at, attributes: of = {} }) => ({
      ...{ name, at: Date.parse(at), attributes: of },
    }));
    deepStrictEqual(kept, events);
  }
  if (span.truncated) throw new Error(`${exported.name} was cut`);
  return span;
}

/** As sent, except that content that became input or output is separate, and the scope is one more. */
function expectAttributes(span: Span, sent: Record<string, unknown>): void {
  const { 'otel.scope.name': _, ...kept } = span.attributes;
  const apart = [span.input, span.output];
  const rest = Object.entries(sent).filter(
    ([name, value]) => name in kept || !apart.includes(value as string),
  );
  deepStrictEqual(kept, Object.fromEntries(rest), `attributes of ${span.name}`);
}

/** Resolves once it holds; throws its last error if it does not in time. */
export async function eventually<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + seconds * 1_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(250);
    }
  }
}
