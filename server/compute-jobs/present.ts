/**
 * A compute job and an environment as the contracts have them; for people, a job with its resource limits and its request,
 * within bounds.
 */
import type {
  JobFile,
  JobProgram,
  JobRow,
  JobTerms,
  JobText,
} from '../../openapi/generated/dashboard.ts';
import type { ComputeEnvironment, ComputeJob } from '../../openapi/generated/developer.ts';
import { toBillableRun, toRunRow } from '../runs/edges/present.ts';
import { isTerminal, type Run, type RunHistory } from '../runs/index.ts';
import type { OfferedEnvironment } from './engines/environments.ts';
import { type OutputSources, outputsExpireAt } from './outputs.ts';
import type { ComputeJobFacts, Terms } from './pricing.ts';
import { bytesOf, type Program, type RequestedFile } from './request.ts';

/** The maximum in the contract. */
const MOST_CHARACTERS = 65_536;
const MOST_CHARACTERS_OF_FILE = 4_096;
const MOST_CHARACTERS_OF_ARGUMENT = 4_096;
const MOST_PARTS = 100;

type Kept = Pick<OutputSources, 'keptDays'>;

export function toComputeJob(run: Run<ComputeJobFacts>, kept: Kept): ComputeJob {
  const { id, subject, facts, parent } = run;
  const { artifacts, missingOutputs, ...known } = facts ?? {};
  return {
    ...toBillableRun({ id, environment: subject }, run),
    ...known,
    ...(artifacts && { artifacts: [...artifacts] }),
    ...(missingOutputs && { missingOutputs: [...missingOutputs] }),
    ...(facts?.logs &&
      isTerminal(run.state) && { outputsExpireAt: outputsExpireAt(run, kept).toISOString() }),
    ...(parent && { parent }),
  };
}

export function toRow(run: Run<ComputeJobFacts>): JobRow {
  const { result, exitCode, signal, usage } = run.facts ?? {};
  return {
    id: run.id,
    environment: run.subject,
    ...toRunRow(run),
    ...(result !== undefined && { result }),
    ...(exitCode !== undefined && { exitCode }),
    ...(signal !== undefined && { signal }),
    ...(usage && { billableMs: usage.billableMs }),
    ...(run.parent && { parent: run.parent }),
  };
}

export function toDetail({ run, request, terms }: RunHistory<ComputeJobFacts>, kept: Kept) {
  return {
    job: toComputeJob(run, kept),
    asked: toTerms(terms as unknown as Terms),
    ...(request !== undefined && { program: toProgram(request as Program) }),
  };
}

function toTerms(terms: Terms): JobTerms {
  const { cpuMillis, memoryMb, timeoutMs, pricing, billedTime = 'wall' } = terms;
  return { cpuMillis, memoryMb, timeoutSeconds: timeoutMs / 1_000, billedTime, pricing };
}

/** Only the names of variables: their values are often secret. */
export function toProgram(program: Program): JobProgram {
  const { source, command, stdin, files = [], env, outputs } = program;
  const isCut =
    files.length > MOST_PARTS ||
    (command !== undefined &&
      (command.length > MOST_PARTS ||
        command.some((part) => part.length > MOST_CHARACTERS_OF_ARGUMENT)));
  return {
    ...(source !== undefined && { source: toText(source) }),
    ...(command && {
      command: command
        .slice(0, MOST_PARTS)
        .map((part) => part.slice(0, MOST_CHARACTERS_OF_ARGUMENT).toWellFormed()),
    }),
    ...(stdin !== undefined && { stdin: toText(stdin) }),
    ...(files.length > 0 && { files: files.slice(0, MOST_PARTS).map(toFile) }),
    ...(env && { variables: Object.keys(env) }),
    ...(outputs && { outputs }),
    ...(isCut && { isCut }),
  };
}

function toText(text: string): JobText {
  return { bytes: Buffer.byteLength(text), ...shortened(text, MOST_CHARACTERS) };
}

function toFile(file: RequestedFile): JobFile {
  const content = bytesOf(file);
  const text = file.content ?? textOf(content);
  return {
    ...{ path: file.path, bytes: content.length },
    ...(text !== undefined && shortened(text, MOST_CHARACTERS_OF_FILE)),
  };
}

/** Undefined if the bytes are not readable text. */
function textOf(content: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function shortened(text: string, most: number): { text: string; isCut?: true } {
  if (text.length <= most) return { text };
  // Never splits a surrogate pair.
  return { text: text.slice(0, most).toWellFormed(), isCut: true };
}

export function toEnvironment({
  engine: _,
  options: _1,
  allowlist,
  ...environment
}: OfferedEnvironment): ComputeEnvironment {
  if (!allowlist) return environment;
  const entries = allowlist.map(({ ports, names, ...entry }) => ({
    ...{ ...entry, ports: [...ports] },
    ...(names && { names: [...names] }),
  }));
  return { ...environment, allowlist: entries };
}
