/** What the service keeps of a job's end. */
import type { JobEnding } from '../../engines/engine.ts';
import type { JsonValue } from '../../kernel/json-value.ts';
import type { ComputeAnswer, ComputeReport } from '../../providers/compute-provider.ts';
import type { Terms } from './pricing.ts';

export interface ComputeJobFacts {
  usage?: { billableMs: number; cpuMs?: number; maxMemoryBytes?: number };
  result?: JobEnding['result'];
  exitCode?: number;
  signal?: string;
  /** RFC 3339, by the clock of the engine. */
  startedAt?: string;
  endedAt?: string;
  logs?: JobEnding['logs'];
  artifacts?: readonly JobEnding['artifacts'][number][];
  missingOutputs?: readonly string[];
}

export function factsOf(
  report: ComputeAnswer | ComputeReport,
  { timeoutMs }: Pick<Terms, 'timeoutMs'>,
): ComputeJobFacts {
  if (!('ending' in report)) return {};
  const { startedAt, endedAt, billableMs, cpuMs, maxMemoryBytes, ...rest } = report.ending;
  return {
    ...rest,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    usage: {
      // The answer shows the duration that is charged, whatever a clock says.
      billableMs: Math.min(timeoutMs, Math.max(0, billableMs)),
      ...(cpuMs !== undefined && { cpuMs }),
      ...(maxMemoryBytes !== undefined && { maxMemoryBytes }),
    },
  };
}

/** Everything is a fact: there is no other answer. */
export function storedAnswerOf(): JsonValue {
  return {};
}
