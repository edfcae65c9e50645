/**
 * What happened, what it cost and how good it was: traces, metrics, scores and exports. A separate entry point, because
 * programs that only create runs do not load it. Calls are retried like those of the client. An export is sent once,
 * since it is read as a stream.
 */
import { type ResponsePromise, responding } from './answers.ts';
import { bodyOf, serialise } from './body.ts';
import type { CallOptions } from './call-options.ts';
import type {
  CreateScore,
  Metrics,
  MetricsQuery,
  operations,
  Score,
  ScoreList,
} from './contract.ts';
import { type DownloadOptions, download } from './download.ts';
import { UsageError } from './errors.ts';
import { createClient, type ModelRunClient } from './index.ts';
import { createKeyed, type KeyedOptions } from './keyed.ts';
import { callsAt } from './kinds.ts';
import { momentOf } from './moments.ts';
import { type Paged, paged } from './paging.ts';
import { NotFoundError } from './problems.ts';
import { type ClientOptions, readSettings } from './settings.ts';
import { createTraces, type Traces } from './traces.ts';
import { createTransport, type Send } from './transport.ts';

type Query<Operation extends 'listScores' | 'getExport'> = NonNullable<
  operations[Operation]['parameters']['query']
>;
type Moments<Of, Names extends keyof Of> = Omit<Of, Names> & { [Name in Names]: string | Date };

export type MetricsRequest = Moments<MetricsQuery, 'from' | 'to'>;
/** `limit` is the page size; the list continues with further pages. */
export type ScoreFilters = Omit<Query<'listScores'>, 'cursor'>;
export type ExportRequest = Moments<Query<'getExport'>, 'from' | 'to'>;

export interface Scores {
  /**
   * Saves a score, or returns the one that the request key saved. Throws as `modelRuns.create` does, with `requestKey`.
   */
  create(score: CreateScore, options?: KeyedOptions): ResponsePromise<Score>;
  /** Lists scores, newest first. */
  list(filters?: ScoreFilters, options?: CallOptions): Paged<Score, ScoreList>;
  /** Gets one score. Throws `NotFoundError` if the workspace has none with this id. */
  get(id: string, options?: CallOptions): ResponsePromise<Score>;
  /** Deletes a score. Resolves once it does not exist, also if it never did. */
  delete(id: string, options?: CallOptions): ResponsePromise<void>;
}

export type { KeyedOptions } from './keyed.ts';
export type {
  EndUserFilters,
  SessionFilters,
  SpanFilters,
  TraceFilters,
  TraceNode,
  Traces,
} from './traces.ts';
export { treeOf } from './traces.ts';

export interface Observability {
  /** What happened, run by run and span by span. */
  traces: Traces;
  /** What runs cost, used and took. Throws `MetricsTooWideError` if the query asks for too much at once. */
  metrics(query: MetricsRequest, options?: CallOptions): ResponsePromise<Metrics>;
  scores: Scores;
  /**
   * A file as a stream: read it to its end, or cancel it. A stream that ends with an error is only a part of the file.
   * Throws a `ProblemError` or `ConnectionError`. Not retried.
   */
  export(
    query: ExportRequest,
    options?: DownloadOptions,
  ): ResponsePromise<ReadableStream<Uint8Array>>;
}

const PATH = '/v1/developer/observability';

/** Takes the options of `createClient`. Sends nothing. */
export function createObservability(options: ClientOptions = {}): Observability {
  const raw = createClient(options);
  const settings = readSettings(options);
  const send = createTransport(settings);
  return {
    metrics: (query, options) =>
      responding(options, async (call) => {
        const body = bodyOf(JSON.parse(serialise(moments(query))) as MetricsQuery);
        const { data } = await send<Metrics>(
          (init) => raw.POST(`${PATH}/metrics/query`, { ...init, ...body }),
          call,
        );
        return data!;
      }),
    traces: createTraces(raw, send),
    scores: createScores(raw, send),
    export: (query, options) =>
      responding(options, async (call) => {
        const searchParams = new URLSearchParams(moments(query) as Record<string, string>);
        return download(settings, `${PATH}/export?${searchParams}`, call);
      }),
  };
}

function createScores(raw: ModelRunClient, send: Send): Scores {
  const all = callsAt(raw, `${PATH}/scores`);
  const one = `${PATH}/scores/{id}` as const;
  return {
    create: (score, options) =>
      responding(options, async (call) => {
        const { data } = await createKeyed<Score>(send, (init) => all.POST('', init), score, call);
        return data!;
      }),

    list: (filters, options) =>
      paged<Score, ScoreList>(filters, options, async (query, call) => {
        const params = { query };
        const { data } = await send<ScoreList>((init) => all.GET('', { ...init, params }), call);
        return data!;
      }),

    get: (id, options) =>
      responding(options, async (call) => {
        const params = { path: { id: checkScoreId(id) } };
        const { data } = await send<Score>((init) => raw.GET(one, { ...init, params }), call);
        return data!;
      }),

    delete: (id, options) =>
      responding(options, async (call) => {
        const params = { path: { id: checkScoreId(id) } };
        try {
          await send((init) => raw.DELETE(one, { ...init, params }), call);
        } catch (error) {
          // An earlier attempt may have deleted it.
          if (!(error instanceof NotFoundError)) throw error;
        }
      }),
  };
}

function moments<Of extends { from: string | Date; to: string | Date }>(query: Of) {
  const members = Object.entries(query).map(([name, value]) => [
    name,
    value instanceof Date ? momentOf(name, value) : value,
  ]);
  return Object.fromEntries(members) as Of;
}

function checkScoreId(id: string): string {
  if (typeof id === 'string' && /^[\w-]+$/.test(id)) return id;
  throw new UsageError('Give the id of a score, scr_...');
}
