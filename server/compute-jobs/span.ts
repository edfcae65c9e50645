/** What the span of a compute job says. The conventions have names for tool calls, but none for running code. */
import type { JsonValue } from '../platform/lib/json.ts';
import type { Run, SpanContent, SpanTeller } from '../runs/index.ts';
import type { ComputeJobFacts } from './facts.ts';
import type { Program } from './request.ts';

export const SPAN: SpanTeller<ComputeJobFacts> = {
  operation: 'run_code',
  subject: 'model_run_api.compute.environment',
  attributesOf,
  contentOf,
};

function attributesOf({ facts, parent }: Run<ComputeJobFacts>): Record<string, JsonValue> {
  const { result, exitCode, signal, usage } = facts ?? {};
  const said: Record<string, JsonValue | undefined> = {
    'gen_ai.tool.call.id': parent?.toolCallId,
    'model_run_api.compute.result': result,
    'process.exit.code': exitCode,
    'model_run_api.compute.signal': signal,
    'model_run_api.compute.billable_ms': usage?.billableMs,
    'model_run_api.compute.cpu_ms': usage?.cpuMs,
    'model_run_api.compute.max_memory_bytes': usage?.maxMemoryBytes,
  };
  return Object.fromEntries(
    Object.entries(said).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}

/** The program and its input; readers get files, and what it wrote, from the job. */
function contentOf({ request }: SpanContent): Record<string, JsonValue> {
  const { source, command, stdin } = (request ?? {}) as Program;
  return {
    ...(source !== undefined && { 'model_run_api.compute.source': source }),
    ...(command !== undefined && { 'process.command_args': command }),
    ...(stdin !== undefined && { 'model_run_api.compute.stdin': stdin }),
  };
}
