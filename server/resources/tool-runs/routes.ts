/**
 * Tool runs over HTTP: translates the contract's requests to domain calls, and runs to its answers. Decides nothing
 * about runs.
 */
import type { Handlers } from '../../http/index.ts';
import type { Cursors } from '../../kernel/cursor.ts';
import { NOT_FOUND, Problem } from '../../kernel/problem.ts';
import type { ToolCatalog } from '../../tools/index.ts';
import { answerPage, toQuery } from '../list-runs.ts';
import { onceForEnded } from '../present.ts';
import { answerCancelled, answerCreated, answerRead } from '../run-answers.ts';
import type { ToolRunLimits, ToolRuns } from './index.ts';
import { toToolRun } from './present.ts';
import { toCreateRequest } from './request.ts';

type ToolRunHandlers = Pick<
  Handlers,
  | 'getToolRunLimits'
  | 'estimateToolRun'
  | 'createToolRun'
  | 'listToolRuns'
  | 'getToolRun'
  | 'cancelToolRun'
>;

const PATH = '/v1/developer/tool-runs';
const presentRead = onceForEnded(toToolRun);

export function createToolRunHandlers(
  runs: ToolRuns,
  catalog: Pick<ToolCatalog, 'ensureFresh'>,
  limits: ToolRunLimits,
  cursors: Cursors,
): ToolRunHandlers {
  return {
    getToolRunLimits: () => ({ status: 200, body: limits }),

    async estimateToolRun({ principal, body, exactBody }) {
      await catalog.ensureFresh();
      const { quote, payer, ...estimate } = await runs.estimate(
        principal,
        toCreateRequest(body, exactBody),
      );
      return {
        status: 200,
        headers: { 'Cache-Control': 'no-store' },
        body: {
          tool: quote.subject,
          toolVersion: quote.terms.version,
          ...estimate,
          payer: { account: payer },
          timeoutSeconds: quote.timeoutSeconds,
        },
      };
    },

    async createToolRun(input) {
      const { principal, body, exactBody, requestKey, traceparent, signal, span } = input;
      await catalog.ensureFresh();
      const created = await runs.create(principal, {
        idempotencyKey: requestKey,
        body: toCreateRequest(body, exactBody),
        traceparent,
        signal,
        span,
      });
      return answerCreated(runs, created, input, { path: PATH, present: toToolRun, presentRead });
    },

    listToolRuns({ principal: { workspace }, query: { limit, cursor, ...filters } }) {
      const { tool, parentRunId, ...others } = filters;
      const query = {
        ...toQuery(others),
        ...(tool !== undefined && { subject: tool }),
        ...(parentRunId !== undefined && { parentRun: parentRunId }),
      };
      const page = { operation: 'listToolRuns', workspace, limit, cursor, filters, query };
      return answerPage({ runs, cursors, ...page, present: toToolRun });
    },

    async getToolRun(input) {
      const found = await runs.get(input.principal.workspace, input.params.id);
      if (!found) throw new Problem('not_found', NOT_FOUND);
      return answerRead(runs, found, input, presentRead);
    },

    async cancelToolRun(input) {
      const found = await runs.cancel(input.principal.workspace, input.params.id);
      if (!found) throw new Problem('not_found', NOT_FOUND);
      return answerCancelled(runs, found, input, { path: PATH, present: toToolRun });
    },
  };
}
