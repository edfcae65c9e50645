/** The outputs of jobs of the mock: a log, which is read in the same way as the job itself, and artifacts. */

import { rangedReply } from '../../server/platform/http/downloads.ts';
import { parseIfNoneMatch, parseRange } from '../../server/platform/http/request-headers.ts';
import { Problem } from '../../server/platform/lib/problem.ts';
import type { Run } from './kinds.ts';
import { type Operation, readExamples } from './operations.ts';
import { type Decision, type MockRequest, one, play, type Resource, refuse } from './requests.ts';
import type { Runs } from './runs.ts';

interface Job extends Run {
  exitCode?: number;
  logs?: { stderrBytes: number };
  artifacts?: Artifact[];
}

interface Artifact {
  name: string;
  bytes: number;
  sha256: string;
}

interface Log {
  text: string;
}

const LOGS = 'getComputeJobLogs';
const ARTIFACT = 'getComputeJobArtifact';

export function createComputeOutputs(
  operations: readonly Operation[],
  jobs: Pick<Runs, 'find' | 'follow'>,
): Resource {
  const text = String(readExamples(operations, ARTIFACT).get('artifact'));
  return {
    decide({
      operation,
      params: [id = '', name = ''],
      query,
      headers,
    }: MockRequest): Decision | undefined {
      if (operation.id !== ARTIFACT && operation.id !== LOGS) return undefined;
      const job = (operation.id === LOGS ? jobs.follow(id) : jobs.find(id)) as Job | undefined;
      if (!job) return refuse('not_found', 'The mock has no such job: it has not created it.');
      if (operation.id === ARTIFACT)
        return artifactOf(job, decodeURIComponent(name), { text, headers });
      const after = Number(one(query.after) ?? 0);
      return logOf(job, query.stream === 'stderr', after);
    },
  };
}

interface Reading {
  /** The content of every artifact of the mock. */
  text: string;
  headers: MockRequest['headers'];
}

function artifactOf({ artifacts = [] }: Job, name: string, reading: Reading): Decision {
  const artifact = artifacts.find((each) => each.name === name);
  if (artifact) return partOf(artifact, reading);
  const have = artifacts.length === 0 ? 'none' : artifacts.map((each) => each.name).join(', ');
  return refuse('not_found', `The job has no such artifact; it has ${have}.`);
}

/** Answers with the part that the headers ask for, as the service does. */
function partOf({ bytes, sha256 }: Artifact, { text, headers }: Reading): Decision {
  const conditions = {
    ifNoneMatch: parseIfNoneMatch(headers['if-none-match']),
    range: parseRange(headers.range, headers['if-range']),
  };
  const read = ({ from, to }: { from: number; to: number }) => text.slice(from, to);
  try {
    const reply = rangedReply({ bytes, sha256, read }, conditions);
    if (reply.status === 304) return play({ status: 304, example: undefined });
    if (reply.status === 200) return play({ status: 200, example: 'artifact' });
    const range = { 'content-range': reply.headers['Content-Range'] };
    const more = { body: () => reply.file, headers: range };
    return play({ status: 206, example: 'artifact-part' }, more);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, detail } = error;
    return { ...refuse(code, detail), headers: { 'content-range': `bytes */${bytes}` } };
  }
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
