/**
 * Merges the spans of runs and of programs into one list, newest first. It reads each of the two in bounded steps; if a
 * step of one ends early, it holds back older spans of the other, so that nothing is listed out of order.
 */
import { LOWEST_UUID } from '../../platform/lib/ids.ts';
import { type RunSpans, type RunState, type SpanFilter, traceUuidOf } from '../../runs/index.ts';
import type { ClientSpanFilter, SpanStore } from '../spans/port.ts';
import type { SpanStatus } from '../spans/span.ts';
import { type SpanView, viewOfClient, viewOfRun } from './span-view.ts';

export interface TraceFilter extends ClientSpanFilter {
  source?: 'run' | 'client';
}

export interface Sources {
  runs: RunSpans;
  store: SpanStore;
}

/** How far each of the two has been read: the next position, or the end. */
export interface Position {
  run: string | typeof BEGIN | typeof END;
  client: string | typeof BEGIN | typeof END;
}

export const BEGIN = '';
export const END = '-';

export interface Merged {
  items: MergedItem[];
  /** Null at the end of both. */
  next: Position | null;
}

export interface MergedItem {
  span: SpanView;
  /** The position after it. */
  after: Position;
}

interface Step {
  items: { span: SpanView; ms: number; position: string }[];
  next: string | null;
}

const STATES: Record<SpanStatus, readonly RunState[]> = {
  ok: ['completed'],
  error: ['failed'],
  unset: ['reserved', 'queued', 'submitting', 'running', 'received', 'needs_reconciliation'],
};

export async function mergedSpans(
  { runs, store }: Sources,
  workspace: string,
  filter: TraceFilter,
  at: Position,
  limit: number,
): Promise<Merged> {
  const [ofRuns, ofClients] = await Promise.all([
    runStep(runs, workspace, filter, at, limit),
    clientStep(store, workspace, filter, at, limit),
  ]);
  return merge(ofRuns, ofClients, at, limit);
}

function merge(ofRuns: Step, ofClients: Step, at: Position, limit: number): Merged {
  const floor = Math.max(
    ofRuns.next === null ? -Infinity : msOfRun(ofRuns.next),
    ofClients.next === null ? -Infinity : msOfClient(ofClients.next),
  );
  const all = [
    ...ofRuns.items.map((item) => ({ ...item, of: 'run' as const })),
    ...ofClients.items.map((item) => ({ ...item, of: 'client' as const })),
  ].sort((a, b) => b.ms - a.ms);
  const left = { run: ofRuns.items.length, client: ofClients.items.length };
  const ends = { run: ofRuns.next ?? END, client: ofClients.next ?? END };
  const position: Position = { ...at };
  const settle = (of: 'run' | 'client') => {
    if (left[of] === 0) position[of] = ends[of];
  };
  const items: MergedItem[] = [];
  settle('run');
  settle('client');
  for (const { span, ms, position: own, of } of all) {
    if (items.length === limit || ms < floor) break;
    left[of] -= 1;
    position[of] = own;
    settle(of);
    items.push({ span, after: { ...position } });
  }
  const isEnd = position.run === END && position.client === END;
  return { items, next: isEnd ? null : position };
}

async function runStep(
  runs: RunSpans,
  workspace: string,
  filter: TraceFilter,
  { run: before }: Position,
  limit: number,
): Promise<Step> {
  const runFilter = filter.source === 'client' ? undefined : runFilterOf(runs, filter);
  if (before === END || !runFilter) return { items: [], next: null };
  const query = { filter: runFilter, limit, before: before === BEGIN ? undefined : before };
  const { spans, next } = await runs.list(workspace, query);
  const items = spans.map((span) => ({
    span: viewOfRun(span, runs.tellerOf),
    ms: msOfRun(span.uuid),
    position: span.uuid,
  }));
  return { items, next };
}

async function clientStep(
  store: SpanStore,
  workspace: string,
  { source, ...filter }: TraceFilter,
  { client: before }: Position,
  limit: number,
): Promise<Step> {
  if (before === END || source === 'run') return { items: [], next: null };
  const query = { filter, limit, before: before === BEGIN ? undefined : before };
  const { spans, next } = await store.list(workspace, query);
  const items = spans.map(({ position, ...span }) => ({
    span: viewOfClient(span),
    ms: msOfClient(position),
    position,
  }));
  return { items, next };
}

/** The query for runs; undefined if no run can match. */
export function runFilterOf(runs: RunSpans, filter: TraceFilter): SpanFilter | undefined {
  const { traceId, operation, model, tool, status, ...same } = filter;
  if (model !== undefined && tool !== undefined) return undefined;
  const { sessionId, endUserId, startedAfter, startedBefore } = same;
  const kinds = [...runs.tellers()]
    .filter(([, teller]) => operation === undefined || teller.operation === operation)
    .filter(([, teller]) => model === undefined || teller.subject === MODEL)
    .filter(([, teller]) => tool === undefined || teller.subject === TOOL)
    .map(([kind]) => kind);
  const trace = traceId === undefined ? undefined : (traceUuidOf(traceId) ?? LOWEST_UUID);
  if (kinds.length === 0) return undefined;
  const subject = model ?? tool;
  return {
    ...(trace !== undefined && { trace }),
    ...(subject !== undefined && { subject }),
    ...(kinds.length < runs.tellers().size && { kinds }),
    ...(status !== undefined && { states: STATES[status] }),
    ...(sessionId !== undefined && { sessionId }),
    ...(endUserId !== undefined && { endUserId }),
    ...(startedAfter && { startedAfter }),
    ...(startedBefore && { startedBefore }),
  };
}

const MODEL = 'gen_ai.request.model';
const TOOL = 'gen_ai.tool.name';

/** A UUIDv7 begins with its time. */
function msOfRun(uuid: string): number {
  return Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16);
}

function msOfClient(position: string): number {
  return Math.floor(Number(position.split('.', 1)[0]) / 1_000);
}

/** The position from which runs were listed before; undefined if there was none. */
export function listedRuns({ run }: Position): string | undefined {
  if (run === BEGIN) return undefined;
  return run === END ? LOWEST_UUID : run;
}

/**
 * The same for the spans of programs. These arrive late: a span that arrived after the list reached the end, and that
 * is older than the last listed run, hides no trace that is still to be listed.
 */
export function listedClients({ run, client }: Position): string | undefined {
  if (client === BEGIN) return undefined;
  if (client !== END) return client;
  const micros = run === BEGIN ? 0 : msOfRun(run) * 1_000;
  return `${micros}.${'0'.repeat(16)}.${LOWEST_UUID}`;
}

export function writePosition({ run, client }: Position): string {
  return `${run}/${client}`;
}

export function readPosition(text: string | undefined): Position {
  const [run = BEGIN, client = BEGIN] = text?.split('/') ?? [];
  return { run, client };
}
