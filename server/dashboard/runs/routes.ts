/** Runs over HTTP as people look at them: lists to find one, and all that is known of one. */

import type {
  RunDetail,
  RunSummary,
  SentMessage,
  SentRequest,
} from '../../../openapi/generated/dashboard.ts';
import type { DashboardHandlers, DashboardInput } from '../../http/index.ts';
import { idToUuid } from '../../kernel/ids.ts';
import type { JsonValue } from '../../kernel/json-value.ts';
import { toDate } from '../../kernel/moment.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Ledger } from '../../ledger/index.ts';
import {
  type CreateRequest,
  type ModelRunFacts,
  type ModelRuns,
  toLabel,
  toModelRun,
} from '../../resources/model-runs/index.ts';
import type { ListQuery, Run } from '../../runs/index.ts';
import type { Paging } from '../paging.ts';
import { toEntry } from '../wallet/entry.ts';

export interface RunOptions {
  runs: Pick<ModelRuns, 'list' | 'history' | 'get' | 'cancel'>;
  ledger: Pick<Ledger, 'entriesOfRun'>;
  paging: Paging;
}

export function createRunHandlers({
  runs,
  ledger,
  paging,
}: RunOptions): Pick<DashboardHandlers, 'listRuns' | 'getRun' | 'createLookUp' | 'cancelRun'> {
  async function detail(workspace: string, id: string): Promise<RunDetail> {
    const found = await runs.history(workspace, id);
    const uuid = idToUuid('run', id);
    if (!found || uuid === undefined) {
      throw new Problem('not_found', 'There is no such run in this workspace.');
    }
    const entries = await ledger.entriesOfRun(workspace, uuid);
    return {
      run: toModelRun(found.run),
      ...(found.request !== undefined && { request: toSentRequest(found.request) }),
      history: found.states.map(({ state, at }) => ({ state, at: at.toISOString() })),
      entries: entries.map(toEntry),
    };
  }

  return {
    async listRuns({ principal: { workspace }, query: { limit, cursor, ...filters } }) {
      const list = { operation: 'listRuns', workspace, filters };
      const page = paging.toPage(list, { limit, cursor });
      const filter = toFilter(filters);
      if (!filter) return { status: 200, body: paging.pageOf(list, [], null) };
      const { runs: found, next } = await runs.list(workspace, { ...page, ...filter });
      return { status: 200, body: paging.pageOf(list, found.map(toSummary), next) };
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

/** Undefined where nothing can match: a malformed id is nobody's. */
function toFilter({
  state: states,
  model,
  keyId,
  createdAfter,
  createdBefore,
  metadata,
  ...filters
}: Omit<DashboardInput<'listRuns'>['query'], 'limit' | 'cursor'>):
  | Omit<ListQuery, 'limit'>
  | undefined {
  const apiKey = keyId === undefined ? undefined : idToUuid('key', keyId);
  if (keyId !== undefined && apiKey === undefined) return undefined;
  return {
    ...filters,
    ...(states !== undefined && { states }),
    ...(model !== undefined && { subject: model }),
    ...(apiKey !== undefined && { apiKey }),
    ...(createdAfter !== undefined && { createdAfter: toDate('createdAfter', createdAfter) }),
    ...(createdBefore !== undefined && { createdBefore: toDate('createdBefore', createdBefore) }),
    ...(metadata !== undefined && { labels: metadata.map(toLabel) }),
  };
}

function toSummary(run: Run<ModelRunFacts>): RunSummary {
  const { facts, attribution, finishedAt, chargedAmount } = run;
  const { promptTokens, completionTokens } = facts?.usage ?? {};
  return {
    id: run.id,
    state: run.state,
    model: run.subject,
    keyId: run.keyId,
    idempotencyKey: run.idempotencyKey,
    createdAt: run.createdAt.toISOString(),
    updatedAt: run.updatedAt.toISOString(),
    ...(finishedAt && {
      finishedAt: finishedAt.toISOString(),
      durationMs: Math.max(0, finishedAt.getTime() - run.createdAt.getTime()),
    }),
    reservedAmount: run.reservedAmount,
    ...(chargedAmount !== undefined && { chargedAmount }),
    ...(promptTokens !== undefined && { promptTokens }),
    ...(completionTokens !== undefined && { completionTokens }),
    ...(run.error && { errorCode: run.error.code }),
    ...(attribution?.sessionId !== undefined && { sessionId: attribution.sessionId }),
    ...(attribution?.endUserId !== undefined && { endUserId: attribution.endUserId }),
  };
}

/** What the run itself tells, such as its model and its attribution, is not repeated. */
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
