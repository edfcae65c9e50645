/** The bundle of a job as in the OCI runtime specification: what the container may see, use and do. */

import { commandOf, variablesOf } from '../container-options.ts';
import type { KeptOrder } from '../local/index.ts';
import type { OciOptions } from './options.ts';
import { SECCOMP } from './seccomp.ts';

export const WORKDIR = '/work';
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const CPU_PERIOD_US = 100_000;
const MIB = 1024 * 1024;
const MOST_FILES_OPEN = 1_024;

interface BundlePaths {
  rootfs: string;
  /** The working directory on the machine: a file system of a bounded size. */
  work: string;
  cgroup: string;
  /** Whether the kernel counts swap, so that it can be bounded. */
  countsSwap: boolean;
  /** A file that the runtime creates as soon as the code has begun, and a pipe that reports it. */
  started: { file: string; pipe: string };
}

export function bundleOf(order: KeptOrder, options: OciOptions, paths: BundlePaths): object {
  return {
    ociVersion: '1.0.2',
    hostname: 'job',
    root: { path: paths.rootfs, readonly: true },
    process: processOf(order, options),
    mounts: mountsOf(options, paths.work),
    hooks: {
      poststart: [
        {
          path: '/bin/sh',
          args: ['sh', '-c', ': > "$1"; echo > "$2"', 'sh', paths.started.file, paths.started.pipe],
        },
      ],
    },
    linux: {
      namespaces: ['pid', 'network', 'ipc', 'uts', 'mount', 'cgroup'].map((type) => ({ type })),
      cgroupsPath: paths.cgroup,
      resources: resourcesOf(order, options, paths.countsSwap),
      seccomp: SECCOMP,
      maskedPaths: MASKED,
      readonlyPaths: ['bus', 'fs', 'irq', 'sys', 'sysrq-trigger'].map((name) => `/proc/${name}`),
    },
  };
}

function processOf(order: KeptOrder, options: OciOptions): object {
  const none: string[] = [];
  const [bounding, effective, permitted, inheritable, ambient] = [none, none, none, none, none];
  return {
    terminal: false,
    user: { uid: options.uid, gid: options.gid, umask: 0o077 },
    args: commandOf(order, options),
    env: [`PATH=${SYSTEM_PATH}`, ...variablesOf(order, WORKDIR)],
    cwd: WORKDIR,
    noNewPrivileges: true,
    capabilities: { bounding, effective, permitted, inheritable, ambient },
    rlimits: [
      { type: 'RLIMIT_NOFILE', hard: MOST_FILES_OPEN, soft: MOST_FILES_OPEN },
      { type: 'RLIMIT_CORE', hard: 0, soft: 0 },
    ],
  };
}

function mountsOf({ workMb, uid, gid }: OciOptions, work: string): object[] {
  const temporary = (destination: string, size: string, more: string[] = []) => ({
    destination,
    type: 'tmpfs',
    source: 'tmpfs',
    // Runtimes give it the mode of the folder that it hides, so it belongs to the code.
    options: ['nosuid', 'nodev', `size=${size}`, 'mode=1777', `uid=${uid}`, `gid=${gid}`, ...more],
  });
  return [
    { destination: '/proc', type: 'proc', source: 'proc', options: ['nosuid', 'noexec', 'nodev'] },
    {
      destination: '/dev',
      type: 'tmpfs',
      source: 'tmpfs',
      options: ['nosuid', 'strictatime', 'mode=755', 'size=64k'],
    },
    temporary('/dev/shm', `${workMb}m`, ['noexec']),
    temporary('/tmp', `${workMb}m`, [`nr_inodes=${inodesOf(workMb)}`]),
    {
      destination: WORKDIR,
      type: 'bind',
      source: work,
      options: ['bind', 'rw', 'nosuid', 'nodev'],
    },
  ];
}

/** Empty files use kernel memory, so their number is limited too. */
export function inodesOf(workMb: number): number {
  return Math.min(workMb * 256, 262_144);
}

function resourcesOf(order: KeptOrder, { processes }: OciOptions, countsSwap: boolean): object {
  const limit = order.memoryMb * MIB;
  return {
    devices: [{ allow: false, access: 'rwm' }],
    memory: { limit, ...(countsSwap && { swap: limit }) },
    cpu: { quota: order.cpuMillis * (CPU_PERIOD_US / 1_000), period: CPU_PERIOD_US },
    pids: { limit: processes },
  };
}

const MASKED = [
  '/proc/acpi',
  '/proc/asound',
  '/proc/kcore',
  '/proc/keys',
  '/proc/latency_stats',
  '/proc/sched_debug',
  '/proc/scsi',
  '/proc/timer_list',
  '/proc/timer_stats',
  '/sys/firmware',
];
