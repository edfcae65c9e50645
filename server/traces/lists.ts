/**
 * Lists of spans, newest first: those of runs and of programs merged into one list, and in groups by trace, by session
 * or by end user. Both sources are read in bounded steps; if a step of one ends early, older spans of the other are held
 * back, so that nothing is listed out of order. The newest span of a group determines its position in the list; if the
 * group has a span on an earlier page, that page listed it.
 */
import Big from 'big.js';
import { LOWEST_UUID } from '../platform/lib/ids.ts';
import {
  type RunSpans,
  type RunState,
  type SpanFilter,
  type SpanGroup,
  type SpanSums,
  traceUuidOf,
} from '../runs/index.ts';
import {
  type ClientSpanFilter,
  type ClientSpanSums,
  plainKey,
  type SpanStatus,
  type SpanStore,
} from './span.ts';
import { nameOfRun, type SpanView, viewOfClient, viewOfRun } from './span-view.ts';

export interface TraceFilter extends ClientSpanFilter {
  source?: 'run' | 'client';
}

export interface Sources {
  runs: RunSpans;
  store: SpanStore;
}

/** How far each of the two has been read: the next position, or the end. */
interface Position {
  run: string | typeof BEGIN | typeof END;
  client: string | typeof BEGIN | typeof END;
}

const BEGIN = '';
const END = '-';

export interface Totals {
  runs: number;
  pendingRuns: number;
  clientSpans: number;
  errors: number;
  chargedAmount: number;
  reportedCost?: string;
}

export interface Group {
  /** A trace id, a session or an end user. */
  key: string;
  name: string;
  startedAt: Date;
  lastStartedAt: Date;
  /** Undefined while a run has not ended. */
  finishedAt?: Date;
  sessionId?: string;
  endUserId?: string;
  totals: Totals;
  isPartial: boolean;
}

interface GroupQuery {
  by: SpanGroup;
  workspace: string;
  filter: TraceFilter;
  at: Position;
  limit: number;
}

/** How many spans a page of groups examines, and how many of a group it sums. */
const SPANS_OF_A_PAGE = 200;
const SUMMED = 1_000;

export async function listGroups(
  sources: Sources,
  { by, workspace, filter, at, limit }: GroupQuery,
): Promise<{ groups: Group[]; next: Position | null }> {
  const merged = await mergedSpans(sources, workspace, filter, at, SPANS_OF_A_PAGE);
  const keys = merged.items.map(({ span }) => keyOf(by, span));
  const listed = await listedBefore(sources, { by, workspace, filter, at, keys: known(keys) });
  const { page, next } = pageOf(merged.items, keys, listed, limit);
  const groups = await sumsOf(sources, by, workspace, page, { runs: SUMMED, clientSpans: SUMMED });
  return { groups, next: next === undefined ? merged.next : next };
}

/** `next` is undefined if all spans were examined. */
function pageOf(
  items: readonly MergedItem[],
  keys: readonly (string | undefined)[],
  listed: ReadonlySet<string>,
  limit: number,
): { page: string[]; next: Position | undefined } {
  const page = new Set<string>();
  for (const [i, key] of keys.entries()) {
    if (key === undefined || listed.has(key) || page.has(key)) continue;
    if (page.size === limit) return { page: [...page], next: items[i - 1]!.after };
    page.add(key);
  }
  return { page: [...page], next: undefined };
}

async function listedBefore(
  { runs, store }: Sources,
  query: Omit<GroupQuery, 'limit'> & { keys: string[] },
): Promise<Set<string>> {
  const { by, workspace, filter, at, keys } = query;
  const [fromRun, fromClient] = [listedRuns(at), listedClients(at)];
  const runFilter = runFilterOf(runs, filter);
  const [ofRuns, ofClients] = await Promise.all([
    fromRun === undefined || !runFilter || keys.length === 0
      ? []
      : runs.keysFrom(by, {
          ...{ workspace, from: fromRun, filter: runFilter },
          keys: keys.map((key) => storedKey(by, key)),
        }),
    fromClient === undefined || keys.length === 0
      ? []
      : store.keysFrom(by, { workspace, keys, from: fromClient, filter }),
  ]);
  return new Set([...ofRuns.map((key) => plainKey(by, key)), ...ofClients]);
}

/** In the order of the keys. For the newest `atMost` of each source, and for all runs if that is null. */
export async function sumsOf(
  { runs, store }: Sources,
  by: SpanGroup,
  workspace: string,
  keys: readonly string[],
  atMost: { runs: number | null; clientSpans: number },
): Promise<Group[]> {
  if (keys.length === 0) return [];
  const [ofRuns, ofClients] = await Promise.all([
    runs.sums(
      by,
      workspace,
      keys.map((key) => storedKey(by, key)),
      atMost.runs,
    ),
    store.sums(by, workspace, keys, atMost.clientSpans),
  ]);
  const runSums = new Map(ofRuns.map((sums) => [plainKey(by, sums.key), sums]));
  const clientSums = new Map(ofClients.map((sums) => [sums.key, sums]));
  return keys.flatMap((key) => {
    const group = groupOf(runs.tellerOf, key, runSums.get(key), clientSums.get(key));
    return group ? [group] : [];
  });
}

function groupOf(
  tellerOf: RunSpans['tellerOf'],
  key: string,
  ofRuns: SpanSums | undefined,
  ofClients: ClientSpanSums | undefined,
): Group | undefined {
  const parts = [
    ofRuns && {
      name: nameOfRun(tellerOf(ofRuns.first_kind), ofRuns.first_subject),
      ...{ firstAt: ofRuns.first_at, lastAt: ofRuns.last_at },
      ...{ sessionId: ofRuns.session_id, endUserId: ofRuns.end_user_id },
    },
    ofClients && { ...ofClients, name: ofClients.firstName },
  ].filter((part) => part !== undefined);
  const first = parts.toSorted((a, b) => a.firstAt.getTime() - b.firstAt.getTime())[0];
  if (!first) return undefined;
  const newest = parts.toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime());
  const sessionId = newest.find((part) => part.sessionId !== null)?.sessionId ?? undefined;
  const endUserId = newest.find((part) => part.endUserId !== null)?.endUserId ?? undefined;
  const finishedAt = endOf(ofRuns, ofClients);
  return {
    ...(finishedAt && { finishedAt }),
    ...{ key, name: first.name, startedAt: first.firstAt, lastStartedAt: newest[0]!.lastAt },
    ...(sessionId !== undefined && { sessionId }),
    ...(endUserId !== undefined && { endUserId }),
    totals: totalsOf(ofRuns, ofClients),
    isPartial: Boolean(ofRuns?.is_partial) || Boolean(ofClients?.isPartial),
  };
}

function endOf(
  ofRuns: SpanSums | undefined,
  ofClients: ClientSpanSums | undefined,
): Date | undefined {
  if (ofRuns && ofRuns.pending > 0) return undefined;
  const ends = [ofRuns?.ends_at, ofClients?.endsAt].flatMap((end) => (end ? [end.getTime()] : []));
  return ends.length === 0 ? undefined : new Date(Math.max(...ends));
}

/** Charges come from runs alone. */
function totalsOf(ofRuns: SpanSums | undefined, ofClients: ClientSpanSums | undefined): Totals {
  const reported = ofClients?.reportedCost ?? null;
  return {
    runs: ofRuns?.runs ?? 0,
    pendingRuns: ofRuns?.pending ?? 0,
    clientSpans: ofClients?.spans ?? 0,
    errors: (ofRuns?.failed ?? 0) + (ofClients?.errors ?? 0),
    chargedAmount: ofRuns?.charged ?? 0,
    ...(reported !== null && { reportedCost: new Big(reported).toFixed() }),
  };
}

function keyOf(by: SpanGroup, { traceId, facts }: SpanView): string | undefined {
  if (by === 'trace') return traceId;
  return by === 'session' ? facts.sessionId : facts.endUserId;
}

function known(keys: readonly (string | undefined)[]): string[] {
  return [...new Set(keys)].filter((key) => key !== undefined);
}

function storedKey(by: SpanGroup, key: string): string {
  return by === 'trace' ? (traceUuidOf(key) ?? key) : key;
}

interface Merged {
  items: MergedItem[];
  /** Null at the end of both. */
  next: Position | null;
}

interface MergedItem {
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

const MODEL = 'gen_ai.request.model';
const TOOL = 'gen_ai.tool.name';

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
function runFilterOf(runs: RunSpans, filter: TraceFilter): SpanFilter | undefined {
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

/** A UUIDv7 begins with its time. */
function msOfRun(uuid: string): number {
  return Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16);
}

function msOfClient(position: string): number {
  return Math.floor(Number(position.split('.', 1)[0]) / 1_000);
}

/** The position from which runs were listed before; undefined if there was none. */
function listedRuns({ run }: Position): string | undefined {
  if (run === BEGIN) return undefined;
  return run === END ? LOWEST_UUID : run;
}

/**
 * The same for the spans of programs. These arrive late: a span that arrived after the list reached the end, and that
 * is older than the last listed run, hides no trace that is still to be listed.
 */
function listedClients({ run, client }: Position): string | undefined {
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
