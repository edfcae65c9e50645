/**
 * The process of a server and all that it starts, in a process group of its own: in a sandbox (bubblewrap) if the machine
 * has a working one, otherwise without. Either way, it gets only the named variables, and it ends when this process ends,
 * for whatever reason.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';

export interface StdioOptions {
  kind: 'stdio';
  command: string;
  args: string[];
  /** All variables of the process; PATH defaults to the system's. */
  env: Record<string, string>;
  cwd?: string;
  sandbox?: SandboxRules;
  /** Whether the standard error of the process goes to that of this one; otherwise it is discarded. */
  showsErrors?: boolean;
}

/** What a sandboxed process may use of the machine besides its system folders. */
export interface SandboxRules {
  /** `off` runs the process without a sandbox. */
  isolation?: 'auto' | 'off';
  readable?: string[];
  writable?: string[];
  /** Whether it may open network connections. */
  network?: boolean;
}

export interface Launch {
  file: string;
  args: string[];
  env: Record<string, string>;
  cwd?: string;
  isSandboxed: boolean;
  showsErrors: boolean;
}

type Started = Omit<Launch, 'showsErrors'>;

export async function launchOf(options: StdioOptions): Promise<Launch> {
  const env = { PATH: SYSTEM_PATH, ...options.env };
  const isSandboxed = options.sandbox?.isolation !== 'off' && (await hasSandbox());
  const showsErrors = options.showsErrors === true;
  return { ...(isSandboxed ? sandboxed(options, env) : guarded(options, env)), showsErrors };
}

/** Whether bubblewrap exists and may create the namespaces that it needs; checked once. */
export function hasSandbox(): Promise<boolean> {
  works ??= promisify(execFile)(BWRAP, [...NAMESPACES, '--ro-bind', '/', '/', 'true'], {
    timeout: 10_000,
    env: { PATH: SYSTEM_PATH },
  }).then(
    () => true,
    () => false,
  );
  return works;
}
let works: Promise<boolean> | undefined;

function sandboxed(options: StdioOptions, env: Record<string, string>): Started {
  const { command, args, cwd, sandbox = {} } = options;
  const program = fileOf(command, env.PATH ?? SYSTEM_PATH);
  return {
    file: BWRAP,
    args: [
      ...NAMESPACES,
      ...(sandbox.network ? ['--share-net'] : []),
      ...SYSTEM_FOLDERS.flatMap((folder) => ['--ro-bind-try', folder, folder]),
      ...(sandbox.network ? NETWORK_FILES.flatMap((file) => ['--ro-bind-try', file, file]) : []),
      ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
      ...(program === undefined ? [] : ['--ro-bind', realpathSync(program), program]),
      ...boundFolders(sandbox),
      ...(cwd === undefined ? ['--chdir', '/tmp'] : ['--chdir', cwd]),
      '--',
      program ?? command,
      ...args,
    ],
    env,
    isSandboxed: true,
  };
}

function boundFolders({ readable = [], writable = [] }: SandboxRules): string[] {
  return [
    ...readable.flatMap((folder) => ['--ro-bind', folder, folder]),
    ...writable.flatMap((folder) => ['--bind', folder, folder]),
  ];
}

/** The file that a command names; the sandbox has to contain it. */
function fileOf(command: string, path: string): string | undefined {
  if (isAbsolute(command)) return existsSync(command) ? command : undefined;
  return path
    .split(delimiter)
    .map((folder) => join(folder, command))
    .find((file) => existsSync(file));
}

/** A shell that becomes the server, with a guard that outlives this process and kills their group. */
function guarded({ command, args, cwd }: StdioOptions, env: Record<string, string>): Started {
  return {
    file: '/bin/sh',
    args: ['-c', GUARDED, 'sh', command, ...args],
    env,
    ...(cwd !== undefined && { cwd }),
    isSandboxed: false,
  };
}

/**
 * Descriptor 3 is a pipe whose other end only this process has: it ends with this process. The group is the server's
 * own.
 */
const GUARDED = `
(trap '' HUP INT TERM; read _ <&3; kill -KILL 0) </dev/null >/dev/null 2>&1 &
exec "$@" 3<&-
`;

const BWRAP = 'bwrap';
const NAMESPACES = ['--unshare-all', '--die-with-parent', '--new-session'];
const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';
const SYSTEM_FOLDERS = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc/alternatives'];
const NETWORK_FILES = [
  '/etc/ld.so.cache',
  '/etc/ssl',
  '/etc/ca-certificates',
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/nsswitch.conf',
];

export function openGroup({
  file,
  args,
  env,
  cwd,
  isSandboxed,
  showsErrors,
}: Launch): ChildProcess {
  return spawn(file, args, {
    env,
    ...(cwd !== undefined && { cwd }),
    detached: true,
    stdio: [
      'pipe',
      'pipe',
      showsErrors ? 'inherit' : 'ignore',
      ...(isSandboxed ? [] : (['pipe'] as const)),
    ],
    windowsHide: true,
  });
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Politely first: closes its input. */
export async function endGroup(child: ChildProcess): Promise<void> {
  if (!hasEnded(child) && child.pid !== undefined) {
    const exit = once(child, 'exit');
    child.stdin?.end();
    const timer = setTimeout(() => killGroup(child), END_WITHIN_MS);
    await exit;
    clearTimeout(timer);
  }
  killGroup(child);
}

/** All processes that it has started, unless they left its group. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** Processes that a server leaves behind end with it, and cannot keep its output open. */
export function clearUp(child: ChildProcess): void {
  killGroup(child);
  setTimeout(() => child.stdout?.destroy(), END_WITHIN_MS).unref();
}

const END_WITHIN_MS = 1_000;
