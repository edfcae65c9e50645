/** The request for a tool run, and what a tool server gets for it. */

import { invariant } from '../platform/lib/errors.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { parseJsonKeeping, withTrueNames } from '../platform/lib/json.ts';

import { type Repeatable, readRunRequest } from '../runs/edges/index.ts';

import type { ClaimedRun, RunRequest } from '../runs/index.ts';
import type { ToolCatalog } from './catalog/index.ts';
import type { Terms } from './pricing.ts';
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
