/**
 * The runs of every kind over HTTP: translates the contract's requests to domain calls, and runs to its answers. The
 * headers say where the run is, how old this view of it is and when to ask again. Decides nothing about runs.
 */
import type { AnyInput } from '../../platform/http/index.ts';
import type { Cursors } from '../../platform/lib/cursor.ts';
import { type Fault, NOT_FOUND, Problem } from '../../platform/lib/problem.ts';
import { type Estimate, isTerminal, type Run, type Runs, type RunTypes } from '../index.ts';
import { type ListFilters, type OfferedKind, type Together, toListQuery } from './index.ts';

import { onceForEnded, type ProblemBody } from './present.ts';

/** The handlers of a kind by its operations; the contract describes their answers. */
type RunHandlers<K extends OfferedKind> = Record<
  K['operations']['limits'],
  () => { status: 200; body: K['limits'] }
> &
  Record<K['operations']['estimate'], (input: RequestInput) => Promise<Estimated<K>>> &
  Record<
    K['operations']['create'],
    (input: RequestInput & { requestKey: string }) => Promise<Ended<K> | Pending<K>>
  > &
  Record<K['operations']['list'], (input: ListInput) => Promise<Page<K>>> &
  Record<K['operations']['get'], (input: NamedInput) => Promise<Ended<K> | Unchanged>> &
  Record<K['operations']['cancel'], (input: NamedInput) => Promise<Ended<K> | Pending<K>>> &
  Record<BatchOf<K['operations']>, (input: BatchInput) => Promise<Batch<K>>>;

type BatchOf<Operations> = Operations extends { batch: infer Id extends string } ? Id : never;

type RequestInput = AnyInput & { body: unknown };
type NamedInput = AnyInput & { params: { id: string } };
type ListInput = AnyInput & { query: ListFilters & { limit?: number; cursor?: string } };
type BatchInput = AnyInput & { body: { requests: Batched[] } };
type Batched = { idempotencyKey: string; request: object };

type BodyOf<K extends OfferedKind> = ReturnType<K['present']>;
type Headers = { ETag: string; 'Preference-Applied'?: string };
type Ended<K extends OfferedKind> = { status: 200; headers: Headers; body: BodyOf<K> };
type Pending<K extends OfferedKind> = { status: 202; headers: Headers; body: BodyOf<K> };
type Unchanged = { status: 304; headers: Headers };
type Page<K extends OfferedKind> = {
  status: 200;
  body: { data: BodyOf<K>[]; nextCursor: string | null };
};
type Estimated<K extends OfferedKind> = {
  status: 200;
  headers: { 'Cache-Control': string };
  body: ReturnType<K['toEstimate']> &
    Omit<Estimate<RunTypes>, 'quote' | 'payer'> & {
      payer: { account: Estimate<RunTypes>['payer'] };
    };
};
type Batch<K extends OfferedKind> = { status: 200; body: { results: Result<K>[] } };
type Result<K extends OfferedKind> = {
  idempotencyKey: string;
  status: number;
  replayed?: boolean;
  run?: BodyOf<K>;
  problem?: ProblemBody;
  retryAfterSeconds?: number;
};

export function createRunHandlers<K extends OfferedKind>(
  kinds: readonly K[],
  cursors: Cursors,
): Together<K extends OfferedKind ? RunHandlers<K> : never> {
  return Object.assign({}, ...kinds.map((kind) => handlersOf(kind, cursors)));
}

function handlersOf<K extends OfferedKind>(kind: K, cursors: Cursors): RunHandlers<K> {
  const { runs, operations, limits, read, refresh, toEstimate, withProgress } = kind;
  const present = kind.present as (run: Run) => BodyOf<K>;
  const presentRead = onceForEnded(present);
  const path = `/v1/developer/${kind.path}`;

  async function create(input: RequestInput & { requestKey: string }) {
    if (refresh) await refresh();
    const { principal, body, exactBody, requestKey, traceparent, signal, span } = input;
    const created = await runs.create(principal, {
      idempotencyKey: requestKey,
      body: read(body, exactBody),
      traceparent,
      signal,
      span,
    });
    return answerChanged(runs, created, input, { path, present, presentRead });
  }

  const handlers = {
    [operations.limits]: () => ({ status: 200, body: limits }),

    async [operations.estimate]({ principal, body, exactBody }: RequestInput) {
      if (refresh) await refresh();
      const estimated = await runs.estimate(principal, read(body, exactBody));
      const { quote, payer, ...estimate } = estimated;
      return {
        status: 200,
        headers: { 'Cache-Control': 'no-store' },
        body: { ...toEstimate(quote), ...estimate, payer: { account: payer } },
      };
    },

    [operations.create]: create,

    async [operations.list]({ principal: { workspace }, query }: ListInput) {
      const { limit = 20, cursor, ...filters } = query;
      // A cursor is valid only for the list that returned it.
      const list = { operation: operations.list, workspace, filters: filters as object as Given };
      const before = cursor === undefined ? {} : { before: cursors.take(list, cursor) };
      const page = { limit, ...before, ...toListQuery(kind, filters) };
      const { runs: found, next } = await runs.list(workspace, page);
      const nextCursor = next === null ? null : cursors.give(list, next);
      return { status: 200, body: { data: found.map(present), nextCursor } };
    },

    async [operations.get](input: NamedInput) {
      const found = await runs.get(input.principal.workspace, input.params.id);
      if (!found) throw new Problem('not_found', NOT_FOUND);
      const answer = await answerRead(runs, found, input);
      if (answer.status === 304) return answer;
      const { run, ...rest } = answer;
      const body = withProgress ? present(await withProgress(run)) : presentRead(run);
      return { ...rest, body };
    },

    async [operations.cancel](input: NamedInput) {
      const found = await runs.cancel(input.principal.workspace, input.params.id);
      if (!found) throw new Problem('not_found', NOT_FOUND);
      const cancelled = { run: found, replayed: false };
      return answerChanged(runs, cancelled, input, { path, present, presentRead });
    },

    ...(operations.batch !== undefined && {
      [operations.batch]: (input: BatchInput) => createBatch(kind, input),
    }),
  };
  // Its keys are the names of this kind's operations, which TypeScript does not follow into an object.
  return handlers as unknown as RunHandlers<K>;
}

type Given = Record<string, string | readonly string[] | undefined>;

/** The pause that a pending run suggests if nothing is known to happen later. */
const POLL_SECONDS = 1;
const MAX_POLL_SECONDS = 60;

/** What a request says about waiting. */
interface Waiting {
  principal: { workspace: string };
  waitSeconds: number | undefined;
  signal: AbortSignal;
  closing: AbortSignal;
}

/** The answer to a create or a cancel: 200 if the run has ended, else 202. */
async function answerChanged<Body>(
  runs: Runs<RunTypes>,
  { run: found, replayed }: { run: Run; replayed: boolean },
  waiting: Waiting & { forgetBody: () => void },
  { path, present, presentRead }: View<Body>,
) {
  waiting.forgetBody();
  // The run is saved: if the wait for its end fails, the caller still gets its id.
  const run = await settled(runs, found, waiting).catch(() => found);
  const location = `${path}/${run.id}`;
  const headers = {
    ...headersOf(run, waiting),
    Location: location,
    'Content-Location': location,
    ...(replayed && { 'Idempotent-Replayed': 'true' }),
  };
  const body = replayed ? presentRead(run) : present(run);
  return isTerminal(run.state)
    ? { status: 200 as const, headers, body }
    : { status: 202 as const, headers: { ...headers, ...retryAfter(run) }, body };
}

interface View<Body> {
  path: string;
  present: (run: Run) => Body;
  /** For a repeat, which reads the run as a GET does. */
  presentRead: (run: Run) => Body;
}

/** What a read of an existing run answers with: 304 if the caller has this version of it. */
async function answerRead(
  runs: Runs<RunTypes>,
  found: Run,
  input: Waiting & { ifNoneMatch?: ((etag: string) => boolean) | undefined },
) {
  const { ifNoneMatch } = input;
  const run = ifNoneMatch
    ? await changed(runs, found, input, ifNoneMatch)
    : await settled(runs, found, input);
  const headers = { ...headersOf(run, input), ...(!isTerminal(run.state) && retryAfter(run)) };
  return ifNoneMatch?.(etagOf(run))
    ? { status: 304 as const, headers }
    : { status: 200 as const, headers, run };
}

/** The run once it is terminal, or as it is when the caller's wait ends. */
function settled(runs: Runs<RunTypes>, run: Run, waiting: Waiting) {
  return waitUntil(runs, run, ({ state }) => isTerminal(state), waiting);
}

/** The run once it has another version than the caller's, or as it is when the caller's wait ends. */
function changed(runs: Runs<RunTypes>, run: Run, waiting: Waiting, has: (etag: string) => boolean) {
  return waitUntil(runs, run, (now) => isTerminal(now.state) || !has(etagOf(now)), waiting);
}

async function waitUntil(
  runs: Runs<RunTypes>,
  run: Run,
  until: (run: Run) => boolean,
  { principal, waitSeconds, signal, closing }: Waiting,
): Promise<Run> {
  if (!waitSeconds || until(run)) return run;
  return runs.wait(principal.workspace, run, until, waitSeconds * 1_000, [signal, closing]);
}

function headersOf(run: Run, { waitSeconds }: Waiting) {
  return {
    ETag: etagOf(run),
    ...(waitSeconds !== undefined && { 'Preference-Applied': `wait=${waitSeconds}` }),
  };
}

/** After a purge, the same version has another representation. */
function etagOf({ version, contentPurgedAt }: Run): string {
  return contentPurgedAt ? `W/"${version}-purged"` : `W/"${version}"`;
}

function retryAfter({ reconciliation, queue }: Run) {
  const next = (reconciliation?.nextCheckAt ?? queue?.nextAttemptAt)?.getTime();
  const seconds = next === undefined ? POLL_SECONDS : Math.ceil((next - Date.now()) / 1_000);
  return { 'Retry-After': String(Math.min(Math.max(seconds, POLL_SECONDS), MAX_POLL_SECONDS)) };
}

/** Many creates in one request; each gets the answer that it would get alone. */
async function createBatch<K extends OfferedKind>(kind: K, input: BatchInput): Promise<Batch<K>> {
  const { requests } = input.body;
  refuseRepeatedKeys(requests);
  await input.countAll(requests.length, '#/requests');
  const exact = (input.exactBody as { requests: { request: unknown }[] }).requests;
  const results = requests.map((each, i) => createOne(kind, input, each, exact[i]!.request, i));
  return { status: 200, body: { results: await Promise.all(results) } };
}

async function createOne<K extends OfferedKind>(
  kind: K,
  { principal, traceparent, signal, span, refusalOf }: BatchInput,
  { idempotencyKey, request }: Batched,
  exactRequest: unknown,
  position: number,
): Promise<Result<K>> {
  try {
    const { run, replayed } = await kind.runs.create(principal, {
      ...{ idempotencyKey, traceparent, signal, span },
      body: kind.read(request, exactRequest),
    });
    const status = isTerminal(run.state) ? 200 : 202;
    return { idempotencyKey, status, replayed, run: kind.present(run) as BodyOf<K> };
  } catch (error) {
    const { problem, retryAfterSeconds } = refusalOf(atPosition(error, position));
    return {
      idempotencyKey,
      status: problem.status,
      problem: problem as ProblemBody,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
  }
}

/** Moves the pointers of the fault into the batch. */
function atPosition(error: unknown, position: number): unknown {
  if (!(error instanceof Problem) || !error.options.errors) return error;
  const at = `#/requests/${position}`;
  const errors = error.options.errors.map(
    ({ pointer, header: _, ...fault }): Fault => ({
      ...fault,
      // What is a header of a single create is a member here.
      pointer: pointer === undefined ? `${at}/idempotencyKey` : `${at}/request${pointer.slice(1)}`,
    }),
  );
  return new Problem(error.code, error.detail, { ...error.options, errors });
}

function refuseRepeatedKeys(requests: readonly Batched[]): void {
  const positions = new Map<string, number>();
  for (const [i, { idempotencyKey }] of requests.entries()) {
    const first = positions.get(idempotencyKey);
    positions.set(idempotencyKey, i);
    if (first === undefined) continue;
    const detail = `A request key may appear only once in a batch; this one is also at #/requests/${first}.`;
    const pointer = `#/requests/${i}/idempotencyKey`;
    throw new Problem('idempotency_key_reuse', detail, {
      at: { pointer, code: 'idempotency_key_reuse' },
    });
  }
}
