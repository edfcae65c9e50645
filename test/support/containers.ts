/** A root file system with one program, busybox, and a separate Podman that has it as an image. Downloads nothing. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installed } from './installed.ts';

/** The folder has the content of a small image; the caller removes it. */
export function makeRootfs(): string {
  const busybox = installed('busybox', 'busybox-static');
  const folder = mkdtempSync(join(tmpdir(), 'rootfs-'));
  // The code runs as nobody, and must be able to read the folder.
  chmodSync(folder, 0o755);
  for (const name of ['bin', 'etc', 'proc', 'dev', 'tmp', 'work']) mkdirSync(join(folder, name));
  copyFileSync(busybox, join(folder, 'bin/busybox'));
  const names = execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n');
  for (const name of names) {
    if (name !== 'busybox') symlinkSync('busybox', join(folder, 'bin', name));
  }
  writeFileSync(join(folder, 'etc/passwd'), 'nobody:x:65534:65534::/:/bin/sh\n');
  return folder;
}

export interface Podman {
  socketPath: string;
  /** Ends the service with SIGKILL; containers go on. */
  kill(): Promise<void>;
  serve(): Promise<void>;
  close(): Promise<void>;
}

export const IMAGE = 'busybox:test';

export async function startPodman(): Promise<Podman> {
  const podman = installed('podman', 'podman');
  installed('runc', 'runc');
  const folder = mkdtempSync(join(tmpdir(), 'podman-'));
  const config = join(folder, 'containers.conf');
  writeFileSync(config, CONFIG);
  const env = { ...process.env, CONTAINERS_CONF: config };
  const own = [...['--root', join(folder, 'root')], ...['--runroot', join(folder, 'run')]];
  const run = (...args: string[]) =>
    execFileSync(podman, [...own, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const rootfs = makeRootfs();
  execFileSync('tar', ['-C', rootfs, '-cf', join(folder, 'image.tar'), '.']);
  rmSync(rootfs, { recursive: true });
  run('import', join(folder, 'image.tar'), IMAGE);
  const socketPath = join(folder, 'socket');
  let service: ChildProcess | undefined;
  const kill = async () => {
    service?.kill('SIGKILL');
    service = undefined;
  };
  const serve = async () => {
    rmSync(socketPath, { force: true });
    const args = [...own, 'system', 'service', '--time', '0', `unix://${socketPath}`];
    // Its monitors of containers leave a file where they run when a container exceeds its memory.
    service = spawn(podman, args, { env, cwd: folder, stdio: 'ignore' });
    for (let i = 0; i < 300 && !existsSync(socketPath); i++) await sleep(100);
  };
  await serve();
  return {
    socketPath,
    kill,
    serve,
    async close() {
      for (const part of ['code', 'holder']) {
        const label = `label=model-run.part=${part}`;
        const ids = String(run('ps', '--all', '--quiet', '--filter', label)).split('\n');
        const left = ids.filter(Boolean);
        if (left.length > 0) run('rm', '--force', '--time', '0', ...left);
      }
      await kill();
      await removeMounted(folder);
    },
  };
}

/** Settings for a machine without systemd, whose root may not raise limits. */
const CONFIG = `
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "none"
runtime = "runc"
`;

/** Removes a folder in which programs left mounts. The last program may still be using it. */
export async function removeMounted(folder: string): Promise<void> {
  for (let left = 50; ; left--) {
    try {
      const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
      const mountPoints = mounts.map((line) => line.split(' ')[1] ?? '');
      const inside = mountPoints.filter((at) => at.startsWith(`${folder}/`));
      for (const at of inside.toReversed()) execFileSync('umount', ['--lazy', at]);
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (left === 0) throw error;
      await sleep(100);
    }
  }
}
