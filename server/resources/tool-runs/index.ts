/** Tool runs: what the run kernel needs to know of them. */
import type { IdPrefix } from '../../kernel/ids.ts';
import type { JsonValue } from '../../kernel/json-value.ts';
import type { Unit } from '../../kernel/money.ts';
import type { Registry } from '../../providers/registry.ts';
import type {
  ToolAnswer,
  ToolCall,
  ToolProvider,
  ToolReport,
} from '../../providers/tool-provider.ts';
import type { RunResource, Runs } from '../../runs/index.ts';
import type { ToolCatalog } from '../../tools/index.ts';
import { factsOf, failureOf, storedAnswerOf, type ToolRunFacts } from './facts.ts';
import { listAmountOf } from './pricing.ts';
import { createQuoter, type ToolRunLimits, type ToolRunQuote } from './quote.ts';
import { type CreateToolRunRequest, callOf, PASSED_THROUGH } from './request.ts';

export interface ToolRunTypes {
  Request: CreateToolRunRequest;
  Quote: ToolRunQuote;
  Work: ToolCall;
  Answer: ToolAnswer;
  Report: ToolReport;
  Facts: ToolRunFacts;
}

export type ToolRuns = Runs<ToolRunTypes>;

export interface ToolRunOptions {
  catalog: ToolCatalog;
  registry: Registry<ToolProvider>;
  unit: Unit;
  limits: ToolRunLimits;
}

export const KIND = 'tool_run';
export const ID_PREFIX: IdPrefix = 'trun';

export function createToolRunResource(options: ToolRunOptions): RunResource<ToolRunTypes> {
  const { catalog, registry } = options;
  return {
    kind: KIND,
    idPrefix: ID_PREFIX,
    providers: registry,
    passedThrough: PASSED_THROUGH,
    isPricedByList: true,
    check() {},
    quote: createQuoter(options),
    affordable: () => ({}),
    mayRepeat: ({ isIdempotent }) => isIdempotent,
    workOf: (run) => callOf(run, catalog, ID_PREFIX),
    failureOf: (answer, terms) =>
      failureOf(answer, terms, catalog.definitionOf(terms.version)?.checks()?.output),
    factsOf,
    isCounted: ({ usage }) => usage?.durationMs !== undefined,
    listAmountOf: ({ usage }, terms, scale) => listAmountOf(terms, usage, scale),
    storedAnswerOf,
    span: {
      operation: 'execute_tool',
      subject: 'gen_ai.tool.name',
      attributesOf: ({ parent }) =>
        parent?.toolCallId === undefined ? {} : { 'gen_ai.tool.call.id': parent.toolCallId },
      contentOf: ({ request, answer }) => ({
        ...(request !== undefined && {
          'gen_ai.tool.call.arguments': (request as { input: JsonValue }).input,
        }),
        ...(answer !== undefined && { 'gen_ai.tool.call.result': answer }),
      }),
    },
  };
}

export type { ToolRunFacts } from './facts.ts';
export { toToolRun } from './present.ts';
export type { ToolRunLimits } from './quote.ts';
export type { CreateToolRunRequest } from './request.ts';
