/** Compute jobs: the functions of every kind of run, the code's output while it runs, and the files that it left. */

import type { Client } from 'openapi-fetch';
import { type ResponsePromise, responding } from './answers.ts';
import type { CallOptions } from './call-options.ts';
import type {
  ComputeEnvironment,
  ComputeEnvironmentList,
  ComputeJobLog,
  PlainPaths,
} from './contract.ts';
import { type DownloadOptions, download } from './download.ts';
import { ConnectionError } from './errors.ts';
import { type ComputeJobKind, callsAt } from './kinds.ts';
import { createRuns, type Runs } from './runs.ts';
import type { Settings } from './settings.ts';
import { rest, type Send } from './transport.ts';
import { checkId } from './wait.ts';

export interface LogOptions extends CallOptions {
  /** Which stream to read. Default `stdout`. */
  stream?: 'stdout' | 'stderr';
  /** `next` of the last part that you read, to continue from there. Default 0. */
  after?: number;
  /** `false` ends with what has been written so far. Default `true`: follows until the job has ended. */
  follow?: boolean;
}

export interface ComputeJobs extends Runs<ComputeJobKind> {
  /**
   * Reads what the code writes to one of its streams, part by part, also while it runs. Ends when the job has ended and
   * everything was read. You can stop at any time, and continue later with the `next` of a part.
   */
  logs(id: string, options?: LogOptions): AsyncIterable<ComputeJobLog>;
  /**
   * A file that the job left, by its name in `artifacts`, as a stream: read it to its end, or cancel it. Throws a
   * `ProblemError` or `ConnectionError`. If the download breaks off, the client requests the rest, as often as it retries.
   */
  artifact(
    id: string,
    name: string,
    options?: DownloadOptions,
  ): ResponsePromise<ReadableStream<Uint8Array>>;
  /** Lists the environments that code can run in, with their isolation, bounds and prices. */
  environments(options?: CallOptions): ResponsePromise<ComputeEnvironment[]>;
}

const PATH = '/v1/developer/compute-jobs';
/** The pause between two reads of a job that writes nothing. */
const PAUSE_MS = 1_000;

export function createComputeJobs(
  raw: Client<PlainPaths>,
  send: Send,
  settings: Settings,
): ComputeJobs {
  const calls = callsAt(raw, PATH);

  async function* logs(
    id: string,
    { stream = 'stdout', after = 0, follow = true, ...options }: LogOptions = {},
  ) {
    checkId(id);
    for (let next = after; ; ) {
      const params = { path: { id }, query: { stream, after: next } };
      const { data } = await send<ComputeJobLog>(
        (init) => calls.GET('/{id}/logs', { ...init, params }),
        options,
      );
      const part = data!;
      if (typeof part.text !== 'string' || !(part.next >= next)) {
        throw new ConnectionError('The answer is no part of a log.');
      }
      if (part.text) yield part;
      if (part.ended || !(part.text || follow)) return;
      if (!part.text) await rest(PAUSE_MS, options.signal);
      next = part.next;
    }
  }

  return {
    ...createRuns<ComputeJobKind>(calls, send, settings.requestKeys),
    logs,

    artifact: (id, name, options) =>
      responding(options, async (call) => {
        checkId(id);
        const path = `${PATH}/${encodeURIComponent(id)}/artifacts/${encodeURIComponent(name)}`;
        return download(settings, path, call);
      }),

    environments: (options) =>
      responding(options, async (call) => {
        const { data } = await send<ComputeEnvironmentList>(
          (init) => raw.GET('/v1/developer/compute-environments', { ...init }),
          call,
        );
        return data!.data;
      }),
  };
}
