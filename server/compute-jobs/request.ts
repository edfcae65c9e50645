/**
 * A request for a job: what it would cost at most, with the terms that are saved with the job, and what an engine gets for
 * it. A quote throws the refusals that depend on the deployment; it knows no account, and asks no engine.
 */
import type { Unit } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import { checkedHold, type Repeatable, readRunRequest, refuse } from '../runs/edges/index.ts';
import type { ClaimedRun, Quote, RunRequest } from '../runs/index.ts';
import type { EnvironmentCatalog, OfferedEnvironment } from './engines/environments.ts';
import { holdOf, type Terms } from './pricing.ts';
import type { ComputeWork } from './provider.ts';

export interface CreateComputeJobRequest extends RunRequest, Program {
  environment: string;
  timeoutSeconds: number;
  resources?: { cpuMillis?: number; memoryMb?: number };
}

/** What is stored of a request. */
export interface Program {
  source?: string;
  command?: string[];
  stdin?: string;
  files?: RequestedFile[];
  env?: Record<string, string>;
  outputs?: string[];
}

export interface RequestedFile {
  path: string;
  content?: string;
  contentBase64?: string;
}

export interface ComputeJobLimits {
  feeBasisPoints: number;
  maxTimeoutSeconds: number;
  /** For the source, the command, the input and all files together. */
  maxInputBytes: number;
  maxLogBytes: number;
  maxArtifactBytes: number;
}

export const PASSED_THROUGH: ReadonlySet<string> = new Set();

export function toCreateRequest(body: unknown, exactBody: unknown): CreateComputeJobRequest {
  return readRunRequest(body, exactBody, PASSED_THROUGH);
}

/** The same program again, which costs no more. */
export function toRepeat({ run, request, terms }: Repeatable): CreateComputeJobRequest {
  const { cpuMillis, memoryMb, timeoutMs } = terms as unknown as Terms;
  const { subject: environment, reservedAmount: maxReservedAmount } = run;
  return {
    ...{ ...(request as Program), environment, maxReservedAmount },
    ...{ resources: { cpuMillis, memoryMb }, timeoutSeconds: timeoutMs / 1_000 },
  };
}

export function bytesOf(file: RequestedFile): Uint8Array {
  const { content, contentBase64 } = file;
  return content === undefined
    ? Buffer.from(contentBase64 ?? '', 'base64')
    : Buffer.from(content, 'utf8');
}

export function workOf(
  { id, workspace, terms, request }: ClaimedRun<Terms & { environment: string }>,
  catalog: EnvironmentCatalog,
  limits: ComputeJobLimits,
): ComputeWork {
  const environment = catalog.get(terms.environment);
  if (!environment) return { workspace };
  const program = JSON.parse(request) as Program;
  const { source, command, stdin, files = [], env = {}, outputs = [] } = program;
  return {
    workspace,
    order: {
      jobId: id,
      owner: workspace,
      environment: { id: environment.id, options: environment.options },
      ...(source !== undefined && { source }),
      ...(command !== undefined && { command }),
      ...(stdin !== undefined && { stdin: Buffer.from(stdin, 'utf8') }),
      files: files.map((file) => ({ path: file.path, content: bytesOf(file) })),
      ...{ env, outputs },
      ...{ cpuMillis: terms.cpuMillis, memoryMb: terms.memoryMb, timeoutMs: terms.timeoutMs },
      ...{ maxLogBytes: limits.maxLogBytes, maxArtifactBytes: limits.maxArtifactBytes },
    },
  };
}

type ComputeJobTerms = Terms & { environment: string };

export interface ComputeJobQuote extends Quote<ComputeJobTerms> {
  resources: { cpuMillis: number; memoryMb: number };
  timeoutSeconds: number;
}

const DEFAULT_CPU_MILLIS = 1_000;
const DEFAULT_MEMORY_MB = 128;

interface QuoteOptions {
  catalog: EnvironmentCatalog;
  unit: Unit;
  limits: ComputeJobLimits;
}

export function createQuoter({ catalog, unit, limits }: QuoteOptions) {
  const rates = { feeBasisPoints: limits.feeBasisPoints, scale: unit.scale };

  return (body: CreateComputeJobRequest): ComputeJobQuote => {
    const environment = catalog.get(body.environment);
    if (!environment) {
      const detail =
        'No environment has this identifier; GET /v1/developer/compute-environments lists them.';
      return refuse('unknown_environment', '#/environment', detail);
    }
    checkProgram(body, environment);
    const wrong = pathFault(body);
    if (wrong) refuse('invalid_path', wrong.pointer, wrong.detail);
    checkContents(body);
    checkSize(body, limits);
    const terms: ComputeJobTerms = {
      environment: environment.id,
      pricing: environment.pricing,
      timeoutMs: timeoutOf(body, environment, limits) * 1_000,
      ...resourcesOf(body, environment),
      ...(environment.billedTime === 'processor' && { billedTime: environment.billedTime }),
    };
    const hold = holdOf(terms, rates);
    const amount = checkedHold(unit, hold, body.maxReservedAmount, '#/timeoutSeconds');
    return {
      subject: environment.id,
      provider: environment.engine,
      ...{ amount, terms, text: JSON.stringify(programOf(body)) },
      resources: { cpuMillis: terms.cpuMillis, memoryMb: terms.memoryMb },
      timeoutSeconds: body.timeoutSeconds,
    };
  };
}

function programOf(body: CreateComputeJobRequest): Program {
  const { source, command, stdin, files, env, outputs } = body;
  return {
    ...(source !== undefined && { source }),
    ...(command !== undefined && { command }),
    ...(stdin !== undefined && { stdin }),
    ...(files && { files }),
    ...(env && { env }),
    ...(outputs && { outputs }),
  };
}

function checkProgram(
  { source, command }: CreateComputeJobRequest,
  { kind, id }: OfferedEnvironment,
): void {
  const given = { source, command };
  const other = kind === 'source' ? 'command' : 'source';
  if (given[other] !== undefined) {
    const detail = `The environment ${id} takes a ${kind}, and no ${other}.`;
    throw new Problem('invalid_request', detail, { at: { pointer: `#/${other}`, code: 'one_of' } });
  }
  if (given[kind] !== undefined) return;
  const detail = `The environment ${id} takes a ${kind}.`;
  throw new Problem('invalid_request', detail, { at: { pointer: `#/${kind}`, code: 'required' } });
}

/** A file has exactly one of the two forms. */
function checkContents({ files = [] }: CreateComputeJobRequest): void {
  const both = files.findIndex(
    ({ content, contentBase64 }) => content !== undefined && contentBase64 !== undefined,
  );
  if (both < 0) return;
  const detail = 'A file has content or contentBase64, and not both.';
  throw new Problem('invalid_request', detail, {
    at: { pointer: `#/files/${both}/contentBase64`, code: 'one_of' },
  });
}

function checkSize(body: CreateComputeJobRequest, { maxInputBytes }: ComputeJobLimits): void {
  const { source = '', command = [], stdin = '', files = [] } = body;
  const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);
  const parts = {
    source: Buffer.byteLength(source),
    command: sum(command.map((text) => Buffer.byteLength(text))),
    stdin: Buffer.byteLength(stdin),
    files: sum(files.map((file) => bytesOf(file).length)),
  };
  const bytes = sum(Object.values(parts));
  if (bytes <= maxInputBytes) return;
  const detail = `The program, its input and its files have ${bytes} bytes; the limit is ${maxInputBytes}.`;
  const [largest] = Object.entries(parts).sort(([, a], [, b]) => b - a)[0]!;
  throw new Problem('invalid_request', detail, {
    at: { pointer: `#/${largest}`, code: 'max_length' },
  });
}

function timeoutOf(
  { timeoutSeconds }: CreateComputeJobRequest,
  { maxTimeoutSeconds: ofEnvironment }: OfferedEnvironment,
  { maxTimeoutSeconds: ofDeployment }: ComputeJobLimits,
): number {
  const most = Math.min(ofEnvironment, ofDeployment);
  if (timeoutSeconds <= most) return timeoutSeconds;
  const detail = `timeoutSeconds is at most ${most} in this environment.`;
  return refuse('timeout_exceeded', '#/timeoutSeconds', detail, { maxTimeoutSeconds: most });
}

function resourcesOf(
  { resources = {} }: CreateComputeJobRequest,
  { maxCpuMillis, maxMemoryMb }: OfferedEnvironment,
): { cpuMillis: number; memoryMb: number } {
  const cpuMillis = resources.cpuMillis ?? Math.min(DEFAULT_CPU_MILLIS, maxCpuMillis);
  const memoryMb = resources.memoryMb ?? Math.min(DEFAULT_MEMORY_MB, maxMemoryMb);
  if (cpuMillis > maxCpuMillis) {
    const detail = `cpuMillis is at most ${maxCpuMillis} in this environment.`;
    refuse('resources_exceeded', '#/resources/cpuMillis', detail);
  }
  if (memoryMb > maxMemoryMb) {
    const detail = `memoryMb is at most ${maxMemoryMb} in this environment.`;
    refuse('resources_exceeded', '#/resources/memoryMb', detail);
  }
  return { cpuMillis, memoryMb };
}

/** File systems allow no longer name. */
const MOST_BYTES_OF_NAME = 255;
/** A short path can name hundreds of folders, and creating or checking each takes as long as a file. */
const MOST_NAMES = 64;
const MOST_FOLDERS = 1_000;

interface PathFault {
  pointer: string;
  detail: string;
}

/** Paths of input files and of files to keep: relative, inside the working directory, and not too many. */
function pathFault({
  files = [],
  outputs = [],
}: Pick<CreateComputeJobRequest, 'files' | 'outputs'>): PathFault | undefined {
  const paths = files.map(({ path }) => path);
  return (
    faultOfOne(paths, (i) => `#/files/${i}/path`) ??
    faultOfOne(outputs, (i) => `#/outputs/${i}`) ??
    faultOfAll(paths, outputs)
  );
}

function faultOfOne(
  paths: readonly string[],
  pointerTo: (i: number) => string,
): PathFault | undefined {
  for (const [i, path] of paths.entries()) {
    if (LEADS_OUT.test(path)) {
      const detail = 'A path is relative and stays inside the working directory.';
      return { pointer: pointerTo(i), detail };
    }
    const names = path.split('/');
    if (names.length > MOST_NAMES) {
      return { pointer: pointerTo(i), detail: `A path has at most ${MOST_NAMES} names.` };
    }
    if (names.some((name) => Buffer.byteLength(name) > MOST_BYTES_OF_NAME)) {
      const detail = `The name of a file or a folder has at most ${MOST_BYTES_OF_NAME} bytes.`;
      return { pointer: pointerTo(i), detail };
    }
  }
  return undefined;
}

/** A name that is empty or consists of dots only. */
const LEADS_OUT = /(?:^|\/)\.{0,2}(?:\/|$)/;

function faultOfAll(files: readonly string[], outputs: readonly string[]): PathFault | undefined {
  const sorted = sortedPaths(files);
  const taken = takenPath(sorted);
  if (taken !== undefined) {
    return { pointer: `#/files/${taken}/path`, detail: 'Two files are in each other’s place.' };
  }
  const detail = `The files are in more than ${MOST_FOLDERS} folders.`;
  if (foldersOf(sorted) > MOST_FOLDERS) return { pointer: '#/files', detail };
  if (foldersOf(sortedPaths(outputs)) > MOST_FOLDERS) return { pointer: '#/outputs', detail };
  return undefined;
}

interface SortedPath {
  /** The index of the path in the request. */
  i: number;
  /** The names of the path, each ended by a character that sorts before any in a name. */
  key: string;
}

/** Puts the contents of a path after it, and each path after the one that shares most folders with it. */
function sortedPaths(paths: readonly string[]): SortedPath[] {
  const entries = paths.map((path, i) => ({ i, key: `${path.replaceAll('/', END)}${END}` }));
  return entries.sort((a, b) => Number(a.key > b.key) - Number(a.key < b.key));
}

const END = '\0';

/** The path that equals another one, or that has another one as a folder. */
function takenPath(sorted: readonly SortedPath[]): number | undefined {
  const at = sorted.findIndex(({ key }, n) => sorted[n + 1]?.key.startsWith(key));
  return at < 0 ? undefined : Math.max(sorted[at]!.i, sorted[at + 1]!.i);
}

function foldersOf(sorted: readonly SortedPath[]): number {
  return sorted.reduce((sum, { key }, n) => sum + newFolders(key, sorted[n - 1]?.key ?? ''), 0);
}

/** How many folders of a path are not in the previous path. */
function newFolders(key: string, before: string): number {
  let at = 0;
  while (at < key.length && key[at] === before[at]) at++;
  // A folder with a longer name that begins alike is another one.
  let folders = -1;
  for (let end = key.indexOf(END, at); end >= 0; end = key.indexOf(END, end + 1)) folders++;
  return Math.max(0, folders);
}
