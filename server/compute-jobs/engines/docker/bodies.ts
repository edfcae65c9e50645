/**
 * Request bodies for the engine. A job is two containers and a volume in memory. The container of the code has the
 * job's id as its name. The holder keeps the volume, so that the service can put files in before the code begins and
 * take them out after its end; if both share a PID namespace, the holder also ends the code in time if nobody else is
 * left to do so.
 */
import type { ContainerCreateOptions, HostConfig, VolumeCreateOptions } from 'dockerode';
import { commandOf, type DockerOptions, variablesOf } from '../container.ts';
import type { JobOrder } from '../engine.ts';

export const WORKDIR = '/work';
const MIB = 1024 * 1024;
const PAGE = 4_096;
/** The holder starts before the code does. */
const HOLDER_WAITS_S = 30;
/** Files that were not fetched by then are lost. */
const HOLDER_STAYS_S = 86_400;
export const HOLDER_MB = 16;
/** How much of the output the engine keeps, including its own framing. */
const LOG_FILE_FACTOR = 8;

export const LABELS = {
  job: 'model-run.job',
  deployment: 'model-run.deployment',
  part: 'model-run.part',
  order: 'model-run.order',
} as const;

type Part = 'code' | 'holder' | 'volume' | 'cancelled';

/** The parts of an order that are needed after its start: labels of the container save them. */
export type KeptOrder = Pick<
  JobOrder,
  'timeoutMs' | 'maxLogBytes' | 'maxArtifactBytes' | 'outputs'
>;

export interface Plan {
  order: JobOrder;
  options: DockerOptions;
  deployment: string;
  runtime?: string | undefined;
  /** Nothing can write to the paths where the image wants volumes of its own. */
  imageVolumes: readonly string[];
}

export const nameOf = {
  code: (jobId: string) => jobId,
  holder: (jobId: string) => `${jobId}-holder`,
  volume: (jobId: string) => jobId,
  cancelled: (jobId: string) => `${jobId}-cancelled`,
  stdin: (jobId: string) => `.stdin-${jobId}`,
};

/** Whether the holder sees the processes of the code. gVisor's sandboxes share none. */
export function sharesProcesses({ runtime }: Pick<Plan, 'runtime'>): boolean {
  return runtime === undefined || !/runsc|gvisor/.test(runtime);
}

export function volumeBody({ order, options, deployment }: Plan): VolumeCreateOptions {
  // As a number of pages, because Podman interprets `size` as a disk quota.
  const bounds = `nr_blocks=${(options.workMb * MIB) / PAGE},nr_inodes=${Math.min(options.workMb * 256, 262_144)}`;
  return {
    Name: nameOf.volume(order.jobId),
    Driver: 'local',
    DriverOpts: { type: 'tmpfs', device: 'tmpfs', o: `${bounds},mode=1777,nosuid,nodev` },
    Labels: labelsOf(order.jobId, deployment, 'volume'),
  };
}

export function holderBody(plan: Plan): ContainerCreateOptions {
  const { order, options, deployment } = plan;
  const seconds = String(Math.ceil(order.timeoutMs / 1_000) + HOLDER_WAITS_S);
  // As the first process of the PID namespace that it shares with the code, it survives the code's `kill -9 -1`.
  const script = `sleep ${seconds}; kill -9 -1; sleep ${HOLDER_STAYS_S}`;
  return {
    name: nameOf.holder(order.jobId),
    Image: options.image,
    Entrypoint: ['/bin/sh', '-c', script],
    Cmd: [],
    User: '0:0',
    Labels: labelsOf(order.jobId, deployment, 'holder'),
    HostConfig: {
      ...closed(plan),
      CapAdd: ['KILL'],
      Memory: HOLDER_MB * MIB,
      MemorySwap: HOLDER_MB * MIB,
      PidsLimit: 8,
      LogConfig: { Type: 'json-file', Config: { 'max-size': '64k' } },
    },
  };
}

export function codeBody(plan: Plan): ContainerCreateOptions {
  const { order, options, deployment, runtime } = plan;
  const { timeoutMs, maxLogBytes, maxArtifactBytes, outputs } = order;
  const kept: KeptOrder = { timeoutMs, maxLogBytes, maxArtifactBytes, outputs };
  const mark = markOf(order.jobId);
  const stdin = order.stdin === undefined ? '/dev/null' : `${WORKDIR}/${nameOf.stdin(order.jobId)}`;
  const script = `echo ${mark}; echo ${mark} >&2; exec "$@" <${stdin}`;
  return {
    name: nameOf.code(order.jobId),
    Image: options.image,
    Entrypoint: ['/bin/sh', '-c', script, 'sh'],
    Cmd: commandOf(order, options),
    Env: variablesOf(order, WORKDIR),
    WorkingDir: WORKDIR,
    User: `${options.uid}:${options.gid}`,
    Labels: {
      ...labelsOf(order.jobId, deployment, 'code'),
      [LABELS.order]: JSON.stringify(kept),
    },
    HostConfig: {
      ...closed(plan),
      ...(sharesProcesses(plan) && { PidMode: `container:${nameOf.holder(order.jobId)}` }),
      ...(runtime !== undefined && { Runtime: runtime }),
      Memory: order.memoryMb * MIB,
      MemorySwap: order.memoryMb * MIB,
      NanoCpus: order.cpuMillis * 1_000_000,
      PidsLimit: options.processes,
      Tmpfs: tmpfsOf(plan),
      LogConfig: {
        Type: 'json-file',
        Config: { 'max-size': `${Math.ceil((maxLogBytes * LOG_FILE_FACTOR) / 1_024) + 64}k` },
      },
    },
  };
}

/** The first line of each stream: if it is missing, the engine has discarded the beginning. */
export function markOf(jobId: string): string {
  return `begin-${jobId}`;
}

export function labelsOf(jobId: string, deployment: string, part: Part): Record<string, string> {
  return { [LABELS.job]: jobId, [LABELS.deployment]: deployment, [LABELS.part]: part };
}

function tmpfsOf({ options, imageVolumes }: Plan): Record<string, string> {
  const all: Record<string, string> = {};
  for (const path of imageVolumes) all[path] = 'ro,nosuid,nodev,noexec,size=4k';
  all['/tmp'] = `rw,nosuid,nodev,exec,mode=1777,size=${options.workMb}m`;
  return all;
}

/** The settings of both containers. */
function closed({ order }: Plan): HostConfig {
  return {
    NetworkMode: 'none',
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges'],
    RestartPolicy: { Name: 'no' },
    Ulimits: [
      { Name: 'nofile', Soft: 1_024, Hard: 1_024 },
      { Name: 'nproc', Soft: 4_096, Hard: 4_096 },
      { Name: 'core', Soft: 0, Hard: 0 },
    ],
    Mounts: [
      {
        Type: 'volume',
        Source: nameOf.volume(order.jobId),
        Target: WORKDIR,
        // Otherwise the volume would belong to the owner of the image's own folder.
        VolumeOptions: { NoCopy: true, Labels: {}, DriverConfig: { Name: 'local', Options: {} } },
      },
    ],
  };
}
