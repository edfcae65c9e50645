/**
 * Spans in groups: by trace, by session, by end user. The newest span of a group determines its position in the list;
 * if the group has a span on an earlier page, that page listed it.
 */
import Big from 'big.js';
import { type RunSpans, type SpanGroup, type SpanSums, traceUuidOf } from '../../runs/index.ts';
import type { ClientSpanSums } from '../spans/port.ts';
import { nameOfRun, type SpanView } from './span-view.ts';
import {
  listedClients,
  listedRuns,
  type MergedItem,
  mergedSpans,
  type Position,
  runFilterOf,
  type Sources,
  type TraceFilter,
} from './streams.ts';

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

/** How many spans a page of groups examines, and how many of a group it sums. */
const SPANS_OF_A_PAGE = 200;
const SUMMED = 1_000;

export interface GroupQuery {
  by: SpanGroup;
  workspace: string;
  filter: TraceFilter;
  at: Position;
  limit: number;
}

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

function plainKey(by: SpanGroup, key: string): string {
  return by === 'trace' ? key.replaceAll('-', '') : key;
}
