/** Tool runs over HTTP for people: lists to find one, and all details of one. */
import type { ToolRunDetail, ToolRunRow } from '../../../openapi/generated/dashboard.ts';
import type { DashboardHandlers } from '../../http/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import {
  type CreateToolRunRequest,
  type ToolRunFacts,
  type ToolRuns,
  toToolRun,
} from '../../resources/tool-runs/index.ts';
import type { Run } from '../../runs/index.ts';
import type { Paging } from '../paging.ts';
import type { RunAsPerson } from '../playground/key.ts';
import { requestToRepeat } from '../playground/repeating.ts';
import { readDetail, toFilter, toRow } from '../runs/present.ts';

type ToolRunHandlers = Pick<
  DashboardHandlers,
  | 'listRunsOfTools'
  | 'getRunOfTool'
  | 'createLookUpOfTool'
  | 'cancelRunOfTool'
  | 'createRepeatOfTool'
>;

export interface ToolRunOptions {
  toolRuns: Pick<ToolRuns, 'create' | 'list' | 'history' | 'get' | 'cancel'>;
  runAsPerson: RunAsPerson;
  ledger: Pick<Ledger, 'entriesOfRun'>;
  paging: Paging;
}

export function createToolRunHandlers({
  toolRuns: runs,
  ledger,
  paging,
  runAsPerson,
}: ToolRunOptions): ToolRunHandlers {
  async function detail(workspace: string, id: string): Promise<ToolRunDetail> {
    const { found, history, entries } = await readDetail(runs, ledger, workspace, id);
    const request = found.request as Pick<CreateToolRunRequest, 'input'> | undefined;
    return {
      run: toToolRun(found.run),
      ...(request && { input: request.input as NonNullable<ToolRunDetail['input']> }),
      ...{ history, entries },
    };
  }

  return {
    async listRunsOfTools({ principal: { workspace }, query: { limit, cursor, ...filters } }) {
      const { tool, parentRunId, ...others } = filters;
      const list = { operation: 'listRunsOfTools', workspace, filters };
      const page = paging.toPage(list, { limit, cursor });
      const filter = toFilter(others);
      if (!filter) return { status: 200, body: paging.pageOf(list, [], null) };
      const { runs: found, next } = await runs.list(workspace, {
        ...{ ...page, ...filter },
        ...(tool !== undefined && { subject: tool }),
        ...(parentRunId !== undefined && { parentRun: parentRunId }),
      });
      return { status: 200, body: paging.pageOf(list, found.map(toToolRunRow), next) };
    },

    async getRunOfTool({ principal: { workspace }, params: { toolRunId } }) {
      return { status: 200, body: await detail(workspace, toolRunId) };
    },

    async createLookUpOfTool({ principal: { workspace }, params: { toolRunId } }) {
      await runs.get(workspace, toolRunId);
      return { status: 200, body: await detail(workspace, toolRunId) };
    },

    async cancelRunOfTool({ principal: { workspace }, params: { toolRunId } }) {
      await runs.cancel(workspace, toolRunId);
      return { status: 202, body: await detail(workspace, toolRunId) };
    },

    async createRepeatOfTool({ principal: member, params: { toolRunId }, requestKey, ...input }) {
      const { workspace } = member;
      const { traceparent, signal, span } = input;
      const again = await requestToRepeat<ToolRunFacts, ToolInput>(runs, workspace, toolRunId);
      const { subject: tool, reservedAmount: maxReservedAmount } = again.run;
      const { timeoutMs } = again.terms as { timeoutMs: number };
      const body = {
        ...{ tool, input: again.request.input, maxReservedAmount },
        timeoutSeconds: Math.ceil(timeoutMs / 1_000),
      };
      const { run } = await runAsPerson(member, 'tools:run', (principal) =>
        runs.create(principal, { idempotencyKey: requestKey, body, traceparent, signal, span }),
      );
      return { status: 201, body: await detail(workspace, run.id) };
    },
  };
}

type ToolInput = Pick<CreateToolRunRequest, 'input'>;

function toToolRunRow(run: Run<ToolRunFacts>): ToolRunRow {
  return {
    id: run.id,
    tool: run.subject,
    toolVersion: run.subjectVersion ?? '',
    ...toRow(run),
    ...(run.parent && { parent: run.parent }),
  };
}
