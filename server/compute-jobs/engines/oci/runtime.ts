/**
 * How an OCI runtime launches a job as a container, with its working directory and its root file system, and what its exit
 * means.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { commandOf, type OciOptions, ociOptions, optionsFor, variablesOf } from '../container.ts';
import type { Isolation } from '../engine.ts';
import {
  containerGroupOf,
  countsSwap,
  measuresCpu,
  removeGroups,
  usedBy,
} from '../local/cgroups.ts';
import {
  type Exit,
  type ExitFacts,
  isThere,
  type KeptJob,
  type KeptOrder,
  type Launch,
  type LocalRuntime,
  readJson,
  writeWhole,
} from '../local/job-folder.ts';
import { killGroupOf, nameOf, type ProcessName, WAITS_AT_MOST_MS } from '../local/processes.ts';

/** What the service passes to the keepers of its jobs. */
export interface OciSettings {
  /** The runtime: the path of runc, crun or runsc. */
  program: string;
  isGvisor: boolean;
}

const ENV = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
/** The keeper may have let the job wait. */
const GUARD_WAITS_MS = WAITS_AT_MOST_MS + 10_000;
const DELETE_WITHIN_MS = 30_000;
const MIB = 1024 * 1024;
/** A keeper and the runtime beside the container, whose own control group has the memory that is sold. */
const KEEPER_MB = 32;

export function createOciRuntime(isolation: Isolation): LocalRuntime {
  return {
    name: 'oci',
    isolation,
    measuresCpu: measuresCpu(),
    overheadMb: KEEPER_MB,
    refusalOf(order) {
      const parsed = optionsFor(ociOptions, order);
      return 'refused' in parsed ? parsed.refused : undefined;
    },
    launch,
    clear,
  };
}

async function launch(job: KeptJob): Promise<Launch> {
  const { order, folder, work } = job;
  const settings = order.settings as OciSettings;
  const options = ociOptions.parse(order.environment.options);
  if (order.source !== undefined) {
    await writeFile(join(work, options.source!.file), order.source);
  }
  await boundWorkFolder(job, options);
  const bundle = join(folder, 'runtime-bundle');
  const started = { file: join(folder, 'runtime-started'), pipe: join(folder, 'runtime-pipe') };
  const rootfs = await rootfsOf(options.rootfs, dirname(folder));
  const group = containerGroupOf(order.jobId);
  const paths = { rootfs, work, cgroup: group, countsSwap: countsSwap(), started };
  await mkdir(bundle);
  await writeFile(join(bundle, 'config.json'), JSON.stringify(bundleOf(order, options, paths)));
  await startGuard(job, settings);
  return {
    file: '/bin/sh',
    args: [
      ...['-c', TELLING, 'sh', started.pipe],
      ...[settings.program, ...flagsOf(folder, settings)],
      ...['run', '--bundle', bundle, order.jobId],
    ],
    reportsStart: true,
    group: order.jobId,
    env: ENV,
    cwd: folder,
    end: () => deleteContainer(order.jobId, folder, settings),
    factsOf: (exit) => factsOf(exit, job, started.file),
  };
}

/** The runtime, which replaces the shell, with a reader of its pipe. */
const TELLING = `
mkfifo -m 600 "$1"
(read -r _ <"$1"; echo '{"started":true}' >&3) </dev/null >/dev/null 2>&1 &
shift
exec "$@" 3>&-
`;

/** One folder for the containers of all jobs: the runtime refuses a second one of the same id. */
function flagsOf(folder: string, { isGvisor }: OciSettings): string[] {
  return [
    ...['--root', join(dirname(folder), '.containers')],
    ...['--log', join(folder, 'runtime-log'), '--log-format', 'json'],
    ...(isGvisor ? ['--network=none', '--host-uds=none', '--overlay2=none'] : []),
  ];
}

/** Ends the container some seconds after its time limit, even if its keeper and the service are gone. */
async function startGuard({ order, folder }: KeptJob, settings: OciSettings): Promise<void> {
  const seconds = Math.ceil((order.timeoutMs + GUARD_WAITS_MS) / 1_000);
  const remove = [...flagsOf(folder, settings), 'delete', '--force', order.jobId];
  const guard = spawn(
    '/bin/sh',
    ['-c', 'sleep "$1"; shift; exec "$@"', 'sh', String(seconds), settings.program, ...remove],
    { env: ENV, cwd: dirname(folder), detached: true, stdio: 'ignore' },
  );
  guard.on('error', () => {});
  guard.unref();
  if (guard.pid) await writeWhole(join(folder, 'runtime-guard'), await nameOf(guard.pid));
}

async function factsOf(exit: Exit, job: KeptJob, startedFile: string): Promise<ExitFacts> {
  if (!(await isThere(startedFile))) {
    return { neverStarted: await whyNot(join(job.folder, 'runtime-log')) };
  }
  const { cpuMs, maxMemoryBytes, outOfMemory } = await usedBy(job.order.jobId);
  const isKilled = exit.code === KILLED || exit.signal !== null;
  const isFull = (maxMemoryBytes ?? 0) >= job.order.memoryMb * MIB * NEARLY;
  return {
    outOfMemory: isKilled && (outOfMemory ?? isFull),
    ...(exit.code !== null && { exitCode: exit.code }),
    ...(cpuMs !== undefined && { cpuMs }),
    ...(maxMemoryBytes !== undefined && { maxMemoryBytes }),
  };
}

/** The exit code that runtimes return for SIGKILL. */
const KILLED = 137;
/** The kernel gives up slightly below the limit, where it cannot charge a whole batch of pages any more. */
const NEARLY = 0.99;

async function whyNot(log: string): Promise<string> {
  const lines = await readFile(log, 'utf8').catch(() => '');
  if (/executable file not found|no such file or directory|permission denied/.test(lines)) {
    return 'The command is not in the image, or is not a program.';
  }
  return 'The runtime could not start the container.';
}

async function deleteContainer(
  jobId: string,
  folder: string,
  settings: OciSettings,
): Promise<void> {
  const args = [...flagsOf(folder, settings), 'delete', '--force', jobId];
  await promisify(execFile)(settings.program, args, { env: ENV, timeout: DELETE_WITHIN_MS }).catch(
    () => {},
  );
}

async function clear(job: { jobId: string; folder: string; settings: unknown }): Promise<void> {
  const { jobId, folder } = job;
  await deleteContainer(jobId, folder, job.settings as OciSettings);
  await freeWorkFolder(folder);
  await removeGroups(jobId);
  const guard = await readJson<ProcessName>(join(folder, 'runtime-guard'));
  if (guard) await killGroupOf(guard);
}

const run = promisify(execFile);

/**
 * The working directory of a job as a file system of a bounded size, so that code cannot fill the machine's disk.
 * Copies the files of the order into it; they belong to the user of the code.
 */
async function boundWorkFolder(
  { folder, work }: KeptJob,
  { uid, gid, workMb }: OciOptions,
): Promise<void> {
  const given = join(folder, 'runtime-given');
  await rename(work, given);
  await mkdir(work);
  const size = `size=${workMb}m,nr_inodes=${inodesOf(workMb)},mode=0700,uid=${uid},gid=${gid}`;
  await run('mount', ['-t', 'tmpfs', '-o', `nosuid,nodev,${size}`, 'tmpfs', work], { env: ENV });
  await run('cp', ['-R', '--', `${given}/.`, work], { env: ENV });
  await run('chown', ['-R', '-h', `${uid}:${gid}`, work], { env: ENV });
}

async function freeWorkFolder(folder: string): Promise<void> {
  const work = join(folder, 'work');
  const mounts = await readFile('/proc/self/mounts', 'utf8');
  const isMounted = mounts.split('\n').some((line) => line.split(' ')[1] === work);
  if (isMounted) await run('umount', ['--lazy', work], { env: ENV });
}

const UNPACKED_WITHIN_MS = 600_000;

/**
 * The root file systems of containers: folders of the operator, or archives that the engine unpacks once. A changed
 * archive is another one. Any number of processes may unpack one at once: the first result stays.
 */
async function rootfsOf(path: string, root: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(path).then((it) =>
    it.isDirectory() ? { mtimeMs: 0, size: 0, ino: -1 } : it,
  );
  if (ino === -1) return path;
  const name = createHash('sha256').update(`${path}\0${mtimeMs}\0${size}\0${ino}`).digest('hex');
  const unpacked = join(root, '.images', name);
  if (await isFolder(unpacked)) return unpacked;
  const made = `${unpacked}.${randomUUID()}`;
  await mkdir(made, { recursive: true });
  try {
    await promisify(execFile)('tar', ['-x', '--numeric-owner', '-f', path, '-C', made], {
      timeout: UNPACKED_WITHIN_MS,
    });
    await rename(made, unpacked).catch(async (error: unknown) => {
      if (!(await isFolder(unpacked))) throw error;
    });
    return unpacked;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (it) => it.isDirectory(),
    () => false,
  );
}

/* The bundle of a job as in the OCI runtime specification: what the container may see, use and do. */

const WORKDIR = '/work';
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const CPU_PERIOD_US = 100_000;
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

function bundleOf(order: KeptOrder, options: OciOptions, paths: BundlePaths): object {
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
function inodesOf(workMb: number): number {
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

/**
 * The system calls that a job may make. Every other call returns "not permitted": mounts, namespaces, keys, memory of
 * other processes, loading programs into the kernel, the clock. `clone` creates no namespaces, and `clone3`, whose
 * flags a filter cannot inspect, returns "not implemented", so that libraries use `clone`.
 */
const ALLOWED = `
  arch_prctl _llseek _newselect accept accept4 access alarm bind brk capget capset chdir chmod chown
  chown32 clock_adjtime64 clock_getres clock_getres_time64 clock_gettime clock_gettime64
  clock_nanosleep clock_nanosleep_time64 close close_range connect copy_file_range creat dup
  dup2 dup3 epoll_create epoll_create1 epoll_ctl epoll_ctl_old epoll_pwait epoll_pwait2
  epoll_wait epoll_wait_old eventfd eventfd2 execve execveat exit exit_group faccessat
  faccessat2 fadvise64 fadvise64_64 fallocate fanotify_mark fchdir fchmod fchmodat fchown
  fchown32 fchownat fcntl fcntl64 fdatasync fgetxattr flistxattr flock fork fremovexattr
  fsetxattr fstat fstat64 fstatat64 fstatfs fstatfs64 fsync ftruncate ftruncate64 futex
  futex_time64 futimesat get_mempolicy get_robust_list get_thread_area getcpu getcwd
  getdents getdents64 getegid getegid32 geteuid geteuid32 getgid getgid32 getgroups
  getgroups32 getitimer getpeername getpgid getpgrp getpid getppid getpriority getrandom
  getresgid getresgid32 getresuid getresuid32 getrlimit getrusage getsid getsockname
  getsockopt gettid gettimeofday getuid getuid32 getxattr inotify_add_watch inotify_init
  inotify_init1 inotify_rm_watch io_cancel io_destroy io_getevents io_setup io_submit ioctl
  ioprio_get ioprio_set ipc kill landlock_add_rule landlock_create_ruleset
  landlock_restrict_self lchown lchown32 lgetxattr link linkat listen listxattr llistxattr
  lremovexattr lseek lsetxattr lstat lstat64 madvise mbind membarrier memfd_create mincore
  mkdir mkdirat mlock mlock2 mlockall mmap mmap2 mprotect mq_getsetattr mq_notify mq_open
  mq_timedreceive mq_timedreceive_time64 mq_timedsend mq_timedsend_time64 mq_unlink mremap
  msgctl msgget msgrcv msgsnd msync munlock munlockall munmap nanosleep newfstatat open
  openat openat2 pause pidfd_open pidfd_send_signal pipe pipe2 pkey_alloc pkey_free
  pkey_mprotect poll ppoll ppoll_time64 prctl pread64 preadv preadv2 prlimit64 pselect6
  pselect6_time64 pwrite64 pwritev pwritev2 read readahead readdir readlink readlinkat readv
  recv recvfrom recvmmsg recvmmsg_time64 recvmsg remap_file_pages removexattr rename
  renameat renameat2 restart_syscall rmdir rseq rt_sigaction rt_sigpending rt_sigprocmask
  rt_sigqueueinfo rt_sigreturn rt_sigsuspend rt_sigtimedwait rt_sigtimedwait_time64
  rt_tgsigqueueinfo sched_get_priority_max sched_get_priority_min sched_getaffinity
  sched_getattr sched_getparam sched_getscheduler sched_rr_get_interval
  sched_rr_get_interval_time64 sched_setaffinity sched_setattr sched_setparam
  sched_setscheduler sched_yield seccomp select semctl semget semop semtimedop
  semtimedop_time64 send sendfile sendfile64 sendmmsg sendmsg sendto set_mempolicy
  set_robust_list set_thread_area set_tid_address setfsgid setfsgid32 setfsuid setfsuid32
  setgid setgid32 setgroups setgroups32 setitimer setpgid setpriority setregid setregid32
  setresgid setresgid32 setresuid setresuid32 setreuid setreuid32 setrlimit setsid
  setsockopt setuid setuid32 setxattr shmat shmctl shmdt shmget shutdown sigaction
  sigaltstack signal signalfd signalfd4 sigpending sigprocmask sigreturn sigsuspend
  socketcall socketpair splice stat stat64 statfs statfs64 statx symlink symlinkat sync
  sync_file_range syncfs syscall sysinfo tee tgkill time timer_create timer_delete
  timer_getoverrun timer_gettime timer_gettime64 timer_settime timer_settime64 timerfd
  timerfd_create timerfd_gettime timerfd_gettime64 timerfd_settime timerfd_settime64 times
  tkill truncate truncate64 ugetrlimit umask uname unlink unlinkat utime utimensat
  utimensat_time64 utimes vfork wait4 waitid waitpid write writev
`;

const NEW_NAMESPACES = 0x7e020000;
const EPERM = 1;
const ENOSYS = 38;
/** The address families of local sockets, of the network, and of netlink for the kernel's own address lists. */
const SOCKETS = { unix: 1, inet: 2, inet6: 10, netlink: 16 };

const SECCOMP = {
  defaultAction: 'SCMP_ACT_ERRNO',
  defaultErrnoRet: EPERM,
  architectures: architectures(),
  syscalls: [
    { names: ALLOWED.trim().split(/\s+/), action: 'SCMP_ACT_ALLOW' },
    {
      names: ['clone'],
      action: 'SCMP_ACT_ALLOW',
      args: [{ index: 0, value: NEW_NAMESPACES, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }],
    },
    { names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: ENOSYS },
    ...Object.values(SOCKETS).map((value) => ({
      names: ['socket'],
      action: 'SCMP_ACT_ALLOW',
      args: [{ index: 0, value, op: 'SCMP_CMP_EQ' }],
    })),
    // Linux on Linux: what a program asks about its execution mode.
    ...[0, 8, 0x20000, 0x20008, 0xffffffff].map((value) => ({
      names: ['personality'],
      action: 'SCMP_ACT_ALLOW',
      args: [{ index: 0, value, op: 'SCMP_CMP_EQ' }],
    })),
  ],
};

/** Only the machine's own architecture: 32-bit calls on a 64-bit machine are refused with the rest. */
function architectures(): string[] {
  return process.arch === 'arm64' ? ['SCMP_ARCH_AARCH64'] : ['SCMP_ARCH_X86_64'];
}
