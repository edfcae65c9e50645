/**
 * Model runs over HTTP: translates the contract's requests to domain calls, and runs to its answers. Decides nothing
 * about runs.
 */
import type { Handlers } from '../../http/index.ts';
import type { Cursors } from '../../kernel/cursor.ts';
import { NOT_FOUND, Problem } from '../../kernel/problem.ts';
import { answerPage, toQuery } from '../list-runs.ts';
import { onceForEnded } from '../present.ts';
import { answerCancelled, answerCreated, answerRead } from '../run-answers.ts';
import { createBatch } from './batch.ts';
import { type ModelRunLimits, type ModelRuns, publicLimits } from './index.ts';
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
const presentRead = onceForEnded(toModelRun);

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
      const { principal, body, exactBody, requestKey, traceparent, signal, span } = input;
      const created = await runs.create(principal, {
        idempotencyKey: requestKey,
        body: toCreateRequest(body, exactBody),
        traceparent,
        signal,
        span,
      });
      return answerCreated(runs, created, input, { path: PATH, present: toModelRun, presentRead });
    },

    createModelRunBatch: (input) => createBatch(runs, input),

    listModelRuns({ principal: { workspace }, query: { limit, cursor, ...filters } }) {
      const { model, ...others } = filters;
      const query = { ...toQuery(others), ...(model !== undefined && { subject: model }) };
      const page = { operation: 'listModelRuns', workspace, limit, cursor, filters, query };
      return answerPage({ runs, cursors, ...page, present: toModelRun });
    },

    async getModelRun(input) {
      const found = await runs.get(input.principal.workspace, input.params.id);
      if (!found) throw new Problem('not_found', NOT_FOUND);
      return answerRead(runs, found, input, presentRead);
    },

    async cancelModelRun(input) {
      const found = await runs.cancel(input.principal.workspace, input.params.id);
      if (!found) throw new Problem('not_found', NOT_FOUND);
      return answerCancelled(runs, found, input, { path: PATH, present: toModelRun });
    },
  };
}
