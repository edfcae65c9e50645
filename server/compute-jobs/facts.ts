/** What the service keeps of a job's end. */
import type { JsonValue } from '../platform/lib/json.ts';
import type { JobEnding } from './engines/engine.ts';
import type { BilledTime } from './engines/environments.ts';
import { mostCpuMs, type Terms, type UsedTime } from './pricing.ts';
import type { ComputeAnswer, ComputeReport } from './provider.ts';

export interface ComputeJobFacts {
  usage?: UsedTime & { maxMemoryBytes?: number; billedTime?: BilledTime };
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
  terms: Pick<Terms, 'timeoutMs' | 'cpuMillis' | 'billedTime'>,
): ComputeJobFacts {
  if (!('ending' in report)) return {};
  const { billedTime = 'wall' } = terms;
  const { startedAt, endedAt, billableMs, cpuMs, maxMemoryBytes, ...rest } = report.ending;
  return {
    ...rest,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    usage: {
      // The answer shows the durations that are charged, whatever a clock says.
      billableMs: Math.min(terms.timeoutMs, Math.max(0, billableMs)),
      ...(cpuMs !== undefined && {
        cpuMs: Math.max(0, billedTime === 'processor' ? Math.min(cpuMs, mostCpuMs(terms)) : cpuMs),
      }),
      billedTime,
      ...(maxMemoryBytes !== undefined && { maxMemoryBytes }),
    },
  };
}

/** Everything is a fact: there is no other answer. */
export function storedAnswerOf(): JsonValue {
  return {};
}
