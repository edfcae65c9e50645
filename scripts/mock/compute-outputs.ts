/** What jobs of the mock wrote: a log in two parts while a job is pending, whole afterwards, and one artifact. */
import { type Asked, type Decision, play, refuse } from './asked.ts';

interface Jobs {
  isPending(id: string): boolean;
  endOf(id: string): string | undefined;
}

interface Log {
  after: number;
  next: number;
  text: string;
}

const LOGS = 'getComputeJobLogs';
const ARTIFACT = 'getComputeJobArtifact';

export function createComputeOutputs(jobs: Jobs, artifacts: ReadonlySet<string>) {
  return {
    /** Undefined where nothing of this kind is asked for. */
    decide({ operation, params: [id = '', name = ''], query }: Asked): Decision | undefined {
      if (operation.id === ARTIFACT && !artifacts.has(name)) {
        const names = [...artifacts].join(', ');
        return refuse('not_found', `The mock has no such artifact; it has ${names}.`);
      }
      if (operation.id !== LOGS) return undefined;
      const isRunning = jobs.isPending(id) && offsetOf(query.after) === 0;
      const stdout = isRunning ? 'logs-running' : 'logs';
      return play({ status: 200, example: query.stream === 'stderr' ? 'logs-stderr' : stdout });
    },

    /** The part behind the offset. Only code that failed has written to `stderr`. */
    applyTo({ operation, params: [id = ''], query, preference }: Asked, body: unknown) {
      if (operation.id !== LOGS || !isLog(body) || preference.status !== undefined)
        return undefined;
      const isQuiet = query.stream === 'stderr' && jobs.endOf(id) !== 'run-completed-exit-code';
      const whole = isQuiet ? '' : body.text;
      const after = offsetOf(query.after);
      return { ...body, after, text: whole.slice(after), next: Math.max(after, whole.length) };
    },
  };
}

function offsetOf(after: string | string[] | undefined): number {
  return Number(after ?? 0);
}

function isLog(body: unknown): body is Log {
  return typeof body === 'object' && body !== null && 'text' in body && 'next' in body;
}
