/**
 * Model runs over HTTP: translates the contract's requests to calls of the domain and its runs back. Decides nothing
 * about runs.
 */
import type { Handlers, Input } from '../../http/index.ts';
import type { Cursors } from '../../kernel/cursor.ts';
import { idToUuid, LOWEST_UUID } from '../../kernel/ids.ts';
import { toDate } from '../../kernel/moment.ts';
import { NOT_FOUND, Problem } from '../../kernel/problem.ts';
import type { ListQuery } from '../../runs/index.ts';
import { answerCancelled, answerCreated, answerRead } from '../run-answers.ts';
import { createBatch } from './batch.ts';
import { type ModelRunLimits, type ModelRuns, publicLimits } from './index.ts';
import { toLabel } from './labels.ts';
import { toModelRun } from './present.ts';
import { toCreateRequest } from './request.ts';

type ModelRunHandlers = Pick<
  Handlers,
  | 'getModelRunLimits'
  | 'estimateModelRun'
  | 'createModelRun'
  | 'listModelRuns'
  | 'getModelRun'
  | 'cancelModelRun'
  | 'createModelRunBatch'
>;

const PATH = '/v1/developer/model-runs';

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
      return answerCreated(runs, created, input, { path: PATH, present: toModelRun });
    },

    createModelRunBatch: (input) => createBatch(runs, input),

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
      const found = await runs.get(input.principal.workspace, input.params.id);
      if (!found) throw new Problem('not_found', NOT_FOUND);
      return answerRead(runs, found, input, toModelRun);
    },

    async cancelModelRun(input) {
      const found = await runs.cancel(input.principal.workspace, input.params.id);
      if (!found) throw new Problem('not_found', NOT_FOUND);
      return answerCancelled(runs, found, input, { path: PATH, present: toModelRun });
    },
  };
}

function toFilter({
  state: states,
  model,
  keyId,
  createdAfter,
  createdBefore,
  metadata,
  ...filters
}: Omit<Input<'listModelRuns'>['query'], 'limit' | 'cursor'>): Omit<ListQuery, 'limit'> {
  return {
    ...filters,
    ...(states !== undefined && { states }),
    ...(model !== undefined && { subject: model }),
    ...(keyId !== undefined && { apiKey: toApiKey(keyId) }),
    ...(createdAfter !== undefined && { createdAfter: toDate('createdAfter', createdAfter) }),
    ...(createdBefore !== undefined && { createdBefore: toDate('createdBefore', createdBefore) }),
    ...(metadata !== undefined && { labels: metadata.map(toLabel) }),
  };
}

/** An id of the documented form can hold bits that are no UUID: then it names a key that there is not. */
function toApiKey(keyId: string): string {
  return idToUuid('key', keyId) ?? LOWEST_UUID;
}
