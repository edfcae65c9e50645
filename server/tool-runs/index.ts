/** Tool runs: what the run kernel and the edges need to know of them. */
import type { Config } from '../platform/config/index.ts';
import type { JsonValue } from '../platform/lib/json.ts';
import type { Unit } from '../platform/lib/money.ts';
import type { Registry } from '../providers/provider.ts';
import type { KindEdges } from '../runs/edges/index.ts';
import type { RunResource } from '../runs/index.ts';
import type { ToolCatalog } from './catalog.ts';
import { TOOL_RUNS } from './kind.ts';
import { toDetail, toRow, toToolRun, toTurn } from './present.ts';
import { factsOf, failureOf, listAmountOf, storedAnswerOf, type ToolRunFacts } from './pricing.ts';
import { MOST_DEPTH, MOST_PARTS, MOST_VALUES } from './providers/answer.ts';
import type { ToolAnswer, ToolCall, ToolProvider, ToolReport } from './providers/tool-provider.ts';
import {
  type CreateToolRunRequest,
  callOf,
  createQuoter,
  PASSED_THROUGH,
  type ToolRunLimits,
  type ToolRunQuote,
  toCreateRequest,
  toRepeat,
} from './request.ts';

export interface ToolRunTypes {
  Request: CreateToolRunRequest;
  Quote: ToolRunQuote;
  Work: ToolCall;
  Answer: ToolAnswer;
  Report: ToolReport;
  Facts: ToolRunFacts;
}

interface ToolRunOptions {
  catalog: ToolCatalog;
  registry: Registry<ToolProvider>;
  unit: Unit;
  limits: ToolRunLimits;
}

/** The limit for one answer. Nothing is kept of a larger one. */
export const MAX_OUTPUT_BYTES = 8_388_608;
/** The limit for the input of a call, as JSON. */
const MAX_INPUT_BYTES = 262_144;
const MAX_TIMEOUT_SECONDS = 3_600;

export function toolLimits({ limits }: Pick<Config, 'limits'>): ToolRunLimits {
  return {
    feeBasisPoints: limits.feeBasisPoints,
    maxInputBytes: MAX_INPUT_BYTES,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    maxOutputValues: MOST_VALUES,
    maxOutputDepth: MOST_DEPTH,
    maxOutputParts: MOST_PARTS,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
  };
}

/** The edges of tool runs. */
export function toolRunEdges(options: ToolRunOptions) {
  return {
    resource: createToolRunResource(options),
    limits: options.limits,
    read: toCreateRequest,
    names: () =>
      new Map(options.catalog.listAll().map(({ id, definition: { title = id } }) => [id, title])),
    refresh: () => options.catalog.ensureFresh(),
    toEstimate: ({ subject, terms, timeoutSeconds }) => ({
      ...{ tool: subject, toolVersion: terms.version, timeoutSeconds },
    }),
    present: toToolRun,
    ...{ toRow, toDetail, toRepeat, toTurn },
  } satisfies KindEdges<ToolRunTypes>;
}

export function createToolRunResource(options: ToolRunOptions): RunResource<ToolRunTypes> {
  const { catalog, registry } = options;
  return {
    kind: TOOL_RUNS.kind,
    idPrefix: TOOL_RUNS.idPrefix,
    providers: registry,
    passedThrough: PASSED_THROUGH,
    isPricedByList: true,
    check() {},
    quote: createQuoter(options),
    affordable: () => ({}),
    mayRepeat: ({ isIdempotent }) => isIdempotent,
    workOf: (run) => callOf(run, catalog, TOOL_RUNS.idPrefix),
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

export { TOOL_RUNS } from './kind.ts';
export type { ToolRunFacts } from './pricing.ts';
export type { CreateToolRunRequest } from './request.ts';
