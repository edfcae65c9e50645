/** What a job wrote, for callers to read: from its engine while it runs, and from the storage afterwards. */
import { momentOf } from '../platform/lib/ids.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import {
  type KeptOutputs,
  type OutputStore,
  readWhole,
  type Span,
} from '../platform/outputs/index.ts';
import type { Registry } from '../providers/provider.ts';
import { isTerminal, type Run } from '../runs/index.ts';
import type { Artifact, LogStream } from './engines/engine.ts';
import type { ComputeJobFacts } from './pricing.ts';
import { type ComputeProvider, logOf } from './provider.ts';

interface LogPart {
  next: number;
  text: string;
  ended: boolean;
  /** What the job has written so far is on another machine. */
  elsewhere?: true;
}

const DAY_MS = 86_400_000;
const LOG_PART_BYTES = 262_144;
/** An engine that does not answer delays no reader. */
const PROGRESS_WITHIN_MS = 1_000;

export interface OutputSources {
  /** Whole days, after the one on which the job was created. */
  keptDays: number;
  outputs: OutputStore;
  registry: Registry<ComputeProvider>;
}

/** When the outputs of a job expire: from then on nobody reads them, even if they are still there. */
export function outputsExpireAt(
  { uuid }: Pick<Run, 'uuid'>,
  { keptDays }: Pick<OutputSources, 'keptDays'>,
): Date {
  const createdAt = momentOf(uuid).getTime();
  return new Date(createdAt - (createdAt % DAY_MS) + (keptDays + 1) * DAY_MS);
}

/** Throws if the outputs of a job are not kept any more. */
export function assertKept(job: Run<ComputeJobFacts>, sources: Pick<OutputSources, 'keptDays'>) {
  const expiredAt = outputsExpireAt(job, sources);
  if (expiredAt.getTime() > Date.now()) return;
  const detail = `The log and the artifacts of this job expired at ${expiredAt.toISOString()}, and cannot be read any more.`;
  throw new Problem('not_found', detail);
}

interface Jobs {
  get(workspace: string, id: string): Promise<Run<ComputeJobFacts> | undefined>;
}

/** Throws unless the workspace has this job. */
export async function findJob(
  jobs: Jobs,
  workspace: string,
  id: string,
): Promise<Run<ComputeJobFacts>> {
  const job = await jobs.get(workspace, id);
  if (!job) throw new Problem('not_found', NOT_FOUND);
  return job;
}

/** Throws unless the artifact is still there. */
export function findArtifact(
  job: Run<ComputeJobFacts>,
  name: string,
  sources: Pick<OutputSources, 'keptDays'>,
): Artifact {
  const artifact = job.facts?.artifacts?.find((each) => each.name === name);
  assertKept(job, sources);
  if (!artifact || job.contentPurgedAt) throw new Problem('not_found', NOT_FOUND);
  return artifact;
}

export async function readLog(
  sources: OutputSources,
  workspace: string,
  job: Run<ComputeJobFacts>,
  { stream, after }: { stream: LogStream; after: number },
): Promise<LogPart> {
  const hasEnded = isTerminal(job.state);
  assertKept(job, sources);
  const found = await logBytes(sources, workspace, job, { stream, after });
  const bytes = found ?? Buffer.alloc(0);
  const isElsewhere = job.state === 'running' && !found;
  const isFull = bytes.length === LOG_PART_BYTES;
  // A character that is cut in two is read with the next part.
  const whole = hasEnded && !isFull ? bytes : bytes.subarray(0, wholeCharactersOf(bytes));
  const text = whole.toString('utf8');
  const ended = hasEnded && !isFull;
  return { next: after + whole.length, text, ended, ...(isElsewhere && { elsewhere: true }) };
}

/** Everything that is there so far. */
export async function* logParts(
  sources: OutputSources,
  workspace: string,
  job: Run<ComputeJobFacts>,
  stream: LogStream,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let after = 0; ; ) {
    const part = await logBytes(sources, workspace, job, { stream, after });
    if (!part) return;
    if (part.length > 0) yield part;
    if (part.length < LOG_PART_BYTES) return;
    after += part.length;
  }
}

/** Absent if nothing was saved, or if this process does not know what the job has written so far. */
async function logBytes(
  { outputs, registry }: Pick<OutputSources, 'outputs' | 'registry'>,
  workspace: string,
  job: Run<ComputeJobFacts>,
  { stream, after }: { stream: LogStream; after: number },
): Promise<Buffer | undefined> {
  if (job.contentPurgedAt) return undefined;
  const saved = isTerminal(job.state)
    ? await outputs.read(logOf(workspace, job.uuid, stream), after, LOG_PART_BYTES)
    : await registry.get(job.provider)?.logs(job.uuid, stream, after, LOG_PART_BYTES);
  return saved && Buffer.from(saved);
}

/** Throws if not all of it is there any more. */
export function artifactParts(
  { outputs }: OutputSources,
  workspace: string,
  job: Run<ComputeJobFacts>,
  { name }: Artifact,
  span: Span,
): AsyncGenerator<Uint8Array, void, undefined> {
  return readWhole(outputs, { workspace, owner: job.uuid, kind: 'artifact', name }, span);
}

/** Adds what the engine reports while the job's code runs: the job itself is saved with its result. */
export async function withProgress(
  { registry }: Pick<OutputSources, 'registry'>,
  job: Run<ComputeJobFacts>,
): Promise<Run<ComputeJobFacts>> {
  if (job.state !== 'running') return job;
  const signal = AbortSignal.timeout(PROGRESS_WITHIN_MS);
  const known = await registry.get(job.provider)?.progress(job.uuid, signal);
  if (!known) return job;
  const { startedAt, logs } = known;
  return { ...job, facts: { startedAt: startedAt.toISOString(), ...(logs && { logs }) } };
}

/** The bytes of the whole characters at the beginning, if the last one may be cut. */
function wholeCharactersOf(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const wants = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return wants > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

const EXPORTED_PART_BYTES = 1_048_576;

/** All outputs of a job, as they are stored. */
export async function* storedOutputs(
  outputs: Pick<KeptOutputs, 'names' | 'read'>,
  workspace: string,
  jobId: string,
): AsyncGenerator<object> {
  for (const { kind, name } of await outputs.names(workspace, jobId)) {
    for (let offset = 0; ; offset += EXPORTED_PART_BYTES) {
      const output = { workspace, owner: jobId, kind, name };
      const part = await outputs.read(output, offset, EXPORTED_PART_BYTES);
      if (!part || part.length === 0) break;
      const contentBase64 = Buffer.from(part).toString('base64');
      yield { kind, name, offset, contentBase64 };
      if (part.length < EXPORTED_PART_BYTES) break;
    }
  }
}
