/** The outputs of jobs of the mock: a log, which is read in the same way as the job itself, and artifacts. */

import type { Run } from './kinds.ts';
import { type Decision, type MockRequest, one, play, type Resource, refuse } from './requests.ts';
import type { Runs } from './runs.ts';

interface Job extends Run {
  exitCode?: number;
  logs?: { stderrBytes: number };
  artifacts?: { name: string }[];
}

interface Log {
  text: string;
}

const LOGS = 'getComputeJobLogs';
const ARTIFACT = 'getComputeJobArtifact';

export function createComputeOutputs(jobs: Pick<Runs, 'find' | 'follow'>): Resource {
  return {
    decide({ operation, params: [id = '', name = ''], query }: MockRequest): Decision | undefined {
      if (operation.id !== ARTIFACT && operation.id !== LOGS) return undefined;
      const job = (operation.id === LOGS ? jobs.follow(id) : jobs.find(id)) as Job | undefined;
      if (!job) return refuse('not_found', 'The mock has no such job: it has not created it.');
      if (operation.id === ARTIFACT) return artifactOf(job, decodeURIComponent(name));
      const after = Number(one(query.after) ?? 0);
      return logOf(job, query.stream === 'stderr', after);
    },
  };
}

function artifactOf({ artifacts = [] }: Job, name: string): Decision {
  const names = artifacts.map((artifact) => artifact.name);
  if (names.includes(name)) return play({ status: 200, example: 'artifact' });
  const have = names.length === 0 ? 'none' : names.join(', ');
  return refuse('not_found', `The job has no such artifact; it has ${have}.`);
}

/** Returns the log after the offset. Only code that failed has written to `stderr`. */
function logOf({ finishedAt, logs }: Job, isError: boolean, after: number): Decision {
  const ended = finishedAt !== undefined;
  const isEmpty = logs === undefined || (isError && logs.stderrBytes === 0);
  const stdout = ended ? 'logs' : 'logs-running';
  return play(
    { status: 200, example: isError ? 'logs-stderr' : stdout },
    {
      body(example) {
        const text = isEmpty ? '' : (example as Log).text;
        const next = Math.max(after, text.length);
        return { ...(example as Log), after, text: text.slice(after), next, ended };
      },
    },
  );
}
