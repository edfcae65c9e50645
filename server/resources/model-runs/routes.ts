/**
 * Model runs over HTTP: translates the contract's requests to calls of the domain and its runs back, with
 * the headers that tell a caller where the run is, how old its view is and when to ask again. Decides
 * nothing about runs.
 */
import type { Handlers, Input } from '../../http/index.ts';
import type { Cursors } from '../../kernel/cursor.ts';
import { idToUuid, LOWEST_UUID } from '../../kernel/ids.ts';
import { toDate } from '../../kernel/moment.ts';
import { NOT_FOUND, Problem } from '../../kernel/problem.ts';
import { isTerminal, type ListQuery, type Run } from '../../runs/index.ts';
import { type ModelRunLimits, type ModelRuns, publicLimits } from './index.ts';
import { toModelRun } from './present.ts';
import { toCreateRequest } from './request.ts';

type ModelRunHandlers = Pick<
  Handlers,
  'getModelRunLimits' | 'estimateModelRun' | 'createModelRun' | 'listModelRuns' | 'getModelRun'
>;

const PATH = '/v1/developer/model-runs';
/** The pause that a pending run asks for where nothing is known to happen later. */
const POLL_SECONDS = 1;
const MAX_POLL_SECONDS = 60;

export function createModelRunHandlers(
  runs: ModelRuns,
  limits: ModelRunLimits,
  cursors: Cursors,
): ModelRunHandlers {
  return {
    getModelRunLimits: () => ({ status: 200, body: publicLimits(limits) }),

    async estimateModelRun({ principal, body, exactBody }) {
      const request = toCreateRequest(body, exactBody);
      const { quote, payer, ...estimate } = await runs.estimate(principal, request);
      return {
        status: 200,
        headers: { 'Cache-Control': 'no-store' },
        body: {
          model: quote.subject,
          ...estimate,
          promptChars: quote.promptChars,
          priceVersion: quote.terms.priceVersion,
          payer: { account: payer },
        },
      };
    },

    async createModelRun(input) {
      const { principal, body, exactBody, requestKey, traceparent, signal } = input;
      const created = await runs.create(principal, {
        idempotencyKey: requestKey,
        received: body,
        body: toCreateRequest(body, exactBody),
        traceparent,
        signal,
      });
      // It is saved: whatever breaks while its end is waited for, the caller is told of it.
      const run = await settled(runs, created.run, input).catch(() => created.run);
      const location = `${PATH}/${run.id}`;
      const headers = {
        ...headersOf(run, input),
        Location: location,
        'Content-Location': location,
        ...(created.replayed && { 'Idempotent-Replayed': 'true' }),
      };
      return isTerminal(run.state)
        ? { status: 200, headers, body: toModelRun(run) }
        : { status: 202, headers: { ...headers, ...retryAfter(run) }, body: toModelRun(run) };
    },

    async listModelRuns({ principal: { workspace }, query: { limit = 20, cursor, ...filters } }) {
      const list = { operation: 'listModelRuns', workspace, filters };
      const page = {
        limit,
        ...(cursor !== undefined && { before: cursors.take(list, cursor) }),
      };
      const { runs: found, next } = await runs.list(workspace, { ...page, ...toFilter(filters) });
      const nextCursor = next === null ? null : cursors.give(list, next);
      return { status: 200, body: { data: found.map(toModelRun), nextCursor } };
    },

    async getModelRun(input) {
      const { principal, params, ifNoneMatch } = input;
      const found = await runs.get(principal.workspace, params.id);
      if (!found) throw new Problem('not_found', NOT_FOUND);
      const run = ifNoneMatch
        ? await changed(runs, found, input, ifNoneMatch)
        : await settled(runs, found, input);
      const headers = { ...headersOf(run, input), ...(!isTerminal(run.state) && retryAfter(run)) };
      return ifNoneMatch?.(etagOf(run))
        ? { status: 304, headers }
        : { status: 200, headers, body: toModelRun(run) };
    },
  };
}

type Waiting = Pick<Input<'getModelRun'>, 'principal' | 'waitSeconds' | 'signal' | 'closing'>;

/** The run once it is terminal, or as it is when the caller's patience ends. */
function settled(runs: ModelRuns, run: Run, waiting: Waiting): Promise<Run> {
  return waitUntil(runs, run, ({ state }) => isTerminal(state), waiting);
}

/** The run once the caller does not have its version, or as it is when the caller's patience ends. */
function changed(
  runs: ModelRuns,
  run: Run,
  waiting: Waiting,
  has: (etag: string) => boolean,
): Promise<Run> {
  return waitUntil(runs, run, (now) => isTerminal(now.state) || !has(etagOf(now)), waiting);
}

async function waitUntil(
  runs: ModelRuns,
  run: Run,
  until: (run: Run) => boolean,
  { principal, waitSeconds, signal, closing }: Waiting,
): Promise<Run> {
  if (!waitSeconds || until(run)) return run;
  const ended = AbortSignal.any([signal, closing]);
  return runs.wait(principal.workspace, run, until, waitSeconds * 1_000, ended);
}

function headersOf(run: Run, { waitSeconds }: Waiting) {
  return {
    ETag: etagOf(run),
    ...(waitSeconds !== undefined && { 'Preference-Applied': `wait=${waitSeconds}` }),
  };
}

function etagOf({ version }: Run): string {
  return `W/"${version}"`;
}

function retryAfter({ reconciliation, queue }: Run) {
  const next = (reconciliation?.nextCheckAt ?? queue?.nextAttemptAt)?.getTime();
  const seconds = next === undefined ? POLL_SECONDS : Math.ceil((next - Date.now()) / 1_000);
  return { 'Retry-After': String(Math.min(Math.max(seconds, POLL_SECONDS), MAX_POLL_SECONDS)) };
}

function toFilter({
  state: states,
  model,
  keyId,
  createdAfter,
  createdBefore,
  ...filters
}: Omit<Input<'listModelRuns'>['query'], 'limit' | 'cursor'>): Omit<ListQuery, 'limit'> {
  return {
    ...filters,
    ...(states !== undefined && { states }),
    ...(model !== undefined && { subject: model }),
    ...(keyId !== undefined && { apiKey: toApiKey(keyId) }),
    ...(createdAfter !== undefined && { createdAfter: toDate('createdAfter', createdAfter) }),
    ...(createdBefore !== undefined && { createdBefore: toDate('createdBefore', createdBefore) }),
  };
}

/** An id of the documented form can hold bits that are no UUID: then it names a key that there is not. */
function toApiKey(keyId: string): string {
  return idToUuid('key', keyId) ?? LOWEST_UUID;
}
