/**
 * A request for a tool run: what it would cost at most, with the terms that are saved with the run, and the call that the
 * tool's server gets for it. A quote throws the refusals that depend on the deployment; it knows no account, and asks no
 * server.
 */
import { invariant } from '../platform/lib/errors.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { parseJsonKeeping, toPlain, withTrueNames, writeJson } from '../platform/lib/json.ts';
import type { Unit } from '../platform/lib/money.ts';
import {
  FAULT_CODES,
  type Fault,
  fromPlainPointer,
  Problem,
  toPointer,
} from '../platform/lib/problem.ts';
import { checkedHold, type Repeatable, readRunRequest, refuse } from '../runs/edges/index.ts';
import type { ClaimedRun, Quote, RunRequest } from '../runs/index.ts';
import type { CatalogTool, ToolCatalog } from './catalog.ts';
import { holdOf, type Terms } from './pricing.ts';
import type { JsonObject, ToolCall } from './providers/tool-provider.ts';

export interface CreateToolRunRequest extends RunRequest {
  tool: string;
  input: JsonObject;
  /** Refuses any other version than this. */
  version?: string;
  timeoutSeconds?: number;
}

/** Members whose JSON the service keeps exactly as it came. */
export const PASSED_THROUGH: ReadonlySet<string> = new Set(['input', 'content', 'structured']);

export function toCreateRequest(body: unknown, exactBody: unknown): CreateToolRunRequest {
  return readRunRequest(body, exactBody, PASSED_THROUGH);
}

/** The same call again, which costs no more. */
export function toRepeat({ run, request, terms }: Repeatable): CreateToolRunRequest {
  const { input } = request as { input: JsonObject };
  const { timeoutMs } = terms as unknown as Terms;
  return {
    ...{ tool: run.subject, input, maxReservedAmount: run.reservedAmount },
    timeoutSeconds: Math.ceil(timeoutMs / 1_000),
  };
}

/** Throws if the definition that the run was sold by is not available. */
export async function callOf(
  run: ClaimedRun<Terms>,
  catalog: Pick<ToolCatalog, 'definitionOf' | 'refresh'>,
  idPrefix: string,
): Promise<ToolCall> {
  const { version, timeoutMs } = run.terms;
  // Another process may have read and sold it before this one has.
  if (!catalog.definitionOf(version)) await catalog.refresh();
  const known = catalog.definitionOf(version);
  invariant(known, `the definition ${version} of a tool is known`);
  const { input } = (run.body ?? parseJsonKeeping(PASSED_THROUGH, run.request)) as {
    input: JsonObject;
  };
  return {
    runId: uuidToId(idPrefix, run.id),
    ...{ definition: known.definition, input: withTrueNames(input) as JsonObject, timeoutMs },
    ...(run.traceparent && { traceparent: run.traceparent }),
  };
}

export interface ToolRunLimits {
  feeBasisPoints: number;
  maxTimeoutSeconds: number;
  /** The limit for the input as JSON. */
  maxInputBytes: number;
  maxOutputBytes: number;
  maxOutputValues: number;
  maxOutputDepth: number;
  maxOutputParts: number;
}

export interface ToolRunQuote extends Quote<Terms> {
  tool: CatalogTool;
  timeoutSeconds: number;
}

interface QuoteOptions {
  catalog: ToolCatalog;
  unit: Unit;
  limits: ToolRunLimits;
}

export function createQuoter({ catalog, unit, limits }: QuoteOptions) {
  const rates = { feeBasisPoints: limits.feeBasisPoints, scale: unit.scale };

  return (body: CreateToolRunRequest): ToolRunQuote => {
    const tool = toolOf(catalog, body);
    const timeoutSeconds = timeoutOf(body, tool, limits);
    const text = writeJson({ input: body.input });
    checkInput(body, tool, Buffer.byteLength(text), limits);
    const { pricing, isIdempotent, errorsAreAnswers, version } = tool;
    const timeoutMs = timeoutSeconds * 1_000;
    const terms: Terms = { version, pricing, timeoutMs, isIdempotent, errorsAreAnswers };
    const hold = holdOf(terms, rates);
    const amount = checkedHold(unit, hold, body.maxReservedAmount, '#/timeoutSeconds');
    const { id: subject, provider } = tool;
    const sold = { subject, subjectVersion: version, provider, amount, terms, text };
    return { ...sold, tool, timeoutSeconds };
  };
}

function toolOf(catalog: ToolCatalog, { tool: id, version }: CreateToolRunRequest): CatalogTool {
  const withheld = catalog.withheld(id);
  if (withheld === 'changed') {
    const detail =
      'The server of this tool has changed its definition, and the operator has not approved that yet.';
    refuse('tool_version_changed', '#/tool', detail);
  }
  if (withheld !== undefined) {
    const detail =
      'This tool cannot be called now: its server does not offer it, or not in a form of use.';
    refuse('unknown_tool', '#/tool', detail);
  }
  const tool = catalog.get(id);
  if (!tool) {
    const detail = 'No tool has this exact identifier; GET /v1/developer/tools lists them.';
    return refuse('unknown_tool', '#/tool', detail);
  }
  if (version !== undefined && version !== tool.version) {
    const detail = 'This tool has another version now; GET /v1/developer/tools/{id} tells it.';
    refuse('tool_version_changed', '#/version', detail);
  }
  return tool;
}

function timeoutOf(
  { timeoutSeconds }: CreateToolRunRequest,
  { maxTimeoutSeconds: ofTool }: CatalogTool,
  { maxTimeoutSeconds: ofDeployment }: ToolRunLimits,
): number {
  const most = Math.min(ofTool, ofDeployment);
  if (timeoutSeconds !== undefined && timeoutSeconds > most) {
    const detail = `timeoutSeconds is at most ${most} for this tool.`;
    refuse('timeout_exceeded', '#/timeoutSeconds', detail, { maxTimeoutSeconds: most });
  }
  return timeoutSeconds ?? most;
}

function checkInput(
  { input }: CreateToolRunRequest,
  tool: CatalogTool,
  bytes: number,
  { maxInputBytes }: ToolRunLimits,
): void {
  if (bytes > maxInputBytes) {
    const detail = `The input has ${bytes} bytes; the limit is ${maxInputBytes}.`;
    refuse('invalid_tool_input', '#/input', detail);
  }
  const faults = tool.input.faultsOf(toPlain(input) as JsonObject);
  if (faults.length === 0) return;
  const errors = faults.map(
    ({ pointer, keyword, message }): Fault => ({
      pointer: toPointer(['input', ...fromPlainPointer(pointer)]),
      detail: message,
      code: FAULT_CODES.find((code) => code === keyword) ?? 'invalid_tool_input',
    }),
  );
  throw new Problem('invalid_tool_input', `The input breaks the schema of ${tool.id}.`, { errors });
}
