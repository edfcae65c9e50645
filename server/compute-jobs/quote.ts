/**
 * What a job would cost at most: the environment, its limits, the hold and its terms. Throws the refusals that depend
 * on the deployment; knows no account, and asks no engine.
 */

import type { Unit } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import { holdAboveMaximum } from '../runs/edges/index.ts';
import type { Quote } from '../runs/index.ts';
import type { EnvironmentCatalog, OfferedEnvironment } from './engines/environments.ts';
import { pathFault } from './paths.ts';
import { holdOf, type Terms } from './pricing.ts';
import {
  bytesOf,
  type ComputeJobLimits,
  type CreateComputeJobRequest,
  type Program,
} from './request.ts';

export type ComputeJobTerms = Terms & { environment: string };

export interface ComputeJobQuote extends Quote<ComputeJobTerms> {
  resources: { cpuMillis: number; memoryMb: number };
  timeoutSeconds: number;
}

const DEFAULT_CPU_MILLIS = 1_000;
const DEFAULT_MEMORY_MB = 128;

export interface QuoteOptions {
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
    const amount = holdOf(terms, rates);
    const { maxReservedAmount: maximum } = body;
    if (amount === undefined || (maximum !== undefined && amount > maximum)) {
      throw holdAboveMaximum(unit, amount, maximum, '#/timeoutSeconds');
    }
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
    throw new Problem('invalid_request', detail, {
      errors: [{ pointer: `#/${other}`, detail, code: 'one_of' }],
    });
  }
  if (given[kind] !== undefined) return;
  const detail = `The environment ${id} takes a ${kind}.`;
  throw new Problem('invalid_request', detail, {
    errors: [{ pointer: `#/${kind}`, detail, code: 'required' }],
  });
}

/** A file has exactly one of the two forms. */
function checkContents({ files = [] }: CreateComputeJobRequest): void {
  const both = files.findIndex(
    ({ content, contentBase64 }) => content !== undefined && contentBase64 !== undefined,
  );
  if (both < 0) return;
  const detail = 'A file has content or contentBase64, and not both.';
  throw new Problem('invalid_request', detail, {
    errors: [{ pointer: `#/files/${both}/contentBase64`, detail, code: 'one_of' }],
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
    errors: [{ pointer: `#/${largest}`, detail, code: 'max_length' }],
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

function refuse(
  code: 'unknown_environment' | 'timeout_exceeded' | 'resources_exceeded' | 'invalid_path',
  pointer: string,
  detail: string,
  members: Record<string, number> = {},
): never {
  throw new Problem(code, detail, { errors: [{ pointer, detail, code }], members });
}
