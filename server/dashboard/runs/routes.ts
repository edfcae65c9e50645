/** Model runs over HTTP for people: lists to find one, and all details of one. */

import type {
  RunDetail,
  RunSummary,
  SentMessage,
  SentRequest,
} from '../../../openapi/generated/dashboard.ts';
import type { DashboardHandlers, DashboardInput } from '../../http/index.ts';
import type { JsonValue } from '../../kernel/json-value.ts';
import type { Unit } from '../../kernel/money.ts';
import type { Ledger } from '../../ledger/index.ts';
import {
  type CreateRequest,
  type ModelRunFacts,
  type ModelRuns,
  toCreateRequest,
  toModelRun,
} from '../../resources/model-runs/index.ts';
import type { ListQuery, Run } from '../../runs/index.ts';
import type { Paging } from '../paging.ts';
import type { RunAsPerson } from '../playground/key.ts';
import { runLines } from './file.ts';
import { readDetail, toFilter, toRow } from './present.ts';

export interface RunOptions {
  runs: Pick<ModelRuns, 'create' | 'list' | 'history' | 'get' | 'cancel'>;
  runAsPerson: RunAsPerson;
  ledger: Pick<Ledger, 'entriesOfRun'>;
  unit: Unit;
  paging: Paging;
}

type RunHandlers = Pick<
  DashboardHandlers,
  'createPlaygroundRun' | 'listRuns' | 'getRunFile' | 'getRun' | 'createLookUp' | 'cancelRun'
>;

export function createRunHandlers(options: RunOptions): RunHandlers {
  const { runs, ledger, unit, paging, runAsPerson } = options;

  async function detail(workspace: string, id: string): Promise<RunDetail> {
    const { found, history, entries } = await readDetail(runs, ledger, workspace, id);
    return {
      run: toModelRun(found.run),
      ...(found.request !== undefined && { request: toSentRequest(found.request) }),
      ...{ history, entries },
    };
  }

  return {
    async createPlaygroundRun({ principal: member, body, exactBody, requestKey, ...input }) {
      const { traceparent, signal, span } = input;
      const { run } = await runAsPerson(member, 'models:run', (principal) =>
        runs.create(principal, {
          ...{ idempotencyKey: requestKey, traceparent, signal, span },
          body: toCreateRequest(body, exactBody),
        }),
      );
      return { status: 201, body: await detail(member.workspace, run.id) };
    },

    async listRuns({ principal: { workspace }, query: { limit, cursor, ...filters } }) {
      const list = { operation: 'listRuns', workspace, filters };
      const page = paging.toPage(list, { limit, cursor });
      const query = toQuery(filters);
      if (!query) return { status: 200, body: paging.pageOf(list, [], null) };
      const { runs: found, next } = await runs.list(workspace, { ...page, ...query });
      return { status: 200, body: paging.pageOf(list, found.map(toSummary), next) };
    },

    getRunFile({ principal: { workspace }, query }) {
      const file = runLines({ runs, unit }, workspace, toQuery(query));
      const name = `runs-${new Date().toISOString().slice(0, 10)}.csv`;
      const headers = { 'Content-Disposition': `attachment; filename="${name}"` };
      return { status: 200, headers, file };
    },

    async getRun({ principal, params: { runId } }) {
      return { status: 200, body: await detail(principal.workspace, runId) };
    },

    async createLookUp({ principal: { workspace }, params: { runId } }) {
      await runs.get(workspace, runId);
      return { status: 200, body: await detail(workspace, runId) };
    },

    async cancelRun({ principal: { workspace }, params: { runId } }) {
      await runs.cancel(workspace, runId);
      return { status: 202, body: await detail(workspace, runId) };
    },
  };
}

type Filters = DashboardInput<'getRunFile'>['query'];

/** Undefined if nothing can match. */
function toQuery(filters: Filters): Omit<ListQuery, 'limit'> | undefined {
  const { model, promptId, promptVersion, errorCode, ...rest } = filters;
  const { minChargedAmount, maxChargedAmount, minDurationMs, maxDurationMs, ...others } = rest;
  const filter = toFilter(others);
  if (!filter) return undefined;
  return {
    ...filter,
    ...(model !== undefined && { subject: model }),
    ...(promptId !== undefined && { promptId }),
    ...(promptVersion !== undefined && { promptVersion }),
    ...(errorCode !== undefined && { errorCode }),
    ...(minChargedAmount !== undefined && { minCharged: minChargedAmount }),
    ...(maxChargedAmount !== undefined && { maxCharged: maxChargedAmount }),
    ...(minDurationMs !== undefined && { minDurationMs }),
    ...(maxDurationMs !== undefined && { maxDurationMs }),
  };
}

function toSummary(run: Run<ModelRunFacts>): RunSummary {
  const { promptTokens, completionTokens } = run.facts?.usage ?? {};
  return {
    id: run.id,
    model: run.subject,
    ...toRow(run),
    ...(promptTokens !== undefined && { promptTokens }),
    ...(completionTokens !== undefined && { completionTokens }),
  };
}

/** Leaves out what the run itself has, such as its model and its attribution. */
function toSentRequest(request: JsonValue): SentRequest {
  const {
    model: _,
    attribution: __,
    maxReservedAmount: ___,
    ...sent
  } = request as unknown as CreateRequest;
  return { ...(sent as SentRequest), messages: sent.messages.map(toSentMessage) };
}

function toSentMessage(message: CreateRequest['messages'][number]): SentMessage {
  const { content, ...others } = message;
  const isList = typeof content === 'object' && content !== null;
  return (isList ? { ...others, parts: content } : message) as SentMessage;
}
