/**
 * What the service records of its own work for the operator: service spans, as in OpenTelemetry. They are separate from
 * the spans of customers' runs, which form customers' traces. The tracer is passed in like the log, and absent if
 * nobody collects spans: then the process records nothing and does not load OpenTelemetry.
 */
export type ServiceSpanKind = 'internal' | 'server' | 'client';

/** Undefined values are left out. */
export interface Attributes {
  [name: string]: string | number | boolean | string[] | undefined;
}

export interface Tracer {
  /** Whether requests and answers may be recorded. */
  readonly capturesContent: boolean;
  begin(name: string, options?: BeginOptions): ServiceSpan;
}

export interface BeginOptions {
  kind?: ServiceSpanKind;
  /** The span that this one is part of, as `traceparent` names it; without it, a trace begins. */
  parent?: string | undefined;
  attributes?: Attributes;
  /** Default: now. */
  startedAt?: Date;
}

export interface ServiceSpan {
  /** Identifies this span to the process that continues the work. */
  readonly traceparent: string;
  /** False if sampling has excluded it: then no part of it is recorded either. */
  readonly isRecorded: boolean;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** `error` is its type, with few values. Nothing is recorded after the end of the span. */
  end(how?: { error?: string | undefined; at?: Date }): void;
}

/** The trace of a `traceparent`, for log lines. */
export function traceOf(traceparent: string): string {
  return traceparent.slice(3, 35);
}

/** A `traceparent` of version 00 as hexadecimal text of its 25 bytes, as it is saved. */
export function packed(traceparent: string): string {
  return traceparent.slice(3).replaceAll('-', '');
}

export function unpacked(bytes: Buffer | null): string | undefined {
  const hex = bytes?.toString('hex') ?? '';
  const parts = /^(.{32})(.{16})(.{2})$/.exec(hex);
  return parts ? `00-${parts[1]}-${parts[2]}-${parts[3]}` : undefined;
}

/** OpenTelemetry's names of samplers. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
