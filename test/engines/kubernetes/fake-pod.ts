/**
 * A pod as a cluster's machine would run it, but without isolation: each container is a process of this machine, and
 * the volumes are folders, whose names replace the mount paths in what it executes.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { V1Container, V1ContainerStatus, V1Pod, V1Secret } from '@kubernetes/client-node';

const LOOK_EVERY_MS = 50;

export class FakePod {
  readonly pod: V1Pod;
  readonly #folder: string;
  #child: ChildProcess | undefined;
  #reason: 'OOMKilled' | 'DeadlineExceeded' | undefined;

  constructor(pod: V1Pod, folder: string, secrets: readonly V1Secret[]) {
    this.pod = { ...pod, status: { phase: 'Pending', initContainerStatuses: [] } };
    this.#folder = folder;
    for (const name of ['work', 'tmp', 'given']) mkdirSync(join(folder, name), { recursive: true });
    for (const { data = {} } of secrets) {
      for (const [name, text] of Object.entries(data)) {
        writeFileSync(join(folder, 'given', name), Buffer.from(text, 'base64'));
      }
    }
  }

  async run(): Promise<void> {
    const { initContainers = [], containers } = this.pod.spec!;
    for (const container of [...initContainers, ...containers]) {
      const code = await this.#runOne(container);
      if (code === 0) continue;
      this.pod.status!.phase = 'Failed';
      if (this.#reason === 'DeadlineExceeded') this.pod.status!.reason = this.#reason;
      return;
    }
    this.pod.status!.phase = 'Succeeded';
  }

  endSoon(seconds: number): void {
    setTimeout(() => {
      this.#reason ??= 'DeadlineExceeded';
      this.kill();
    }, seconds * 100);
  }

  kill(): void {
    if (this.#child?.pid === undefined || this.#child.exitCode !== null) return;
    try {
      process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }

  log(container: string): Buffer | undefined {
    try {
      return readFileSync(join(this.#folder, `${container}.log`));
    } catch {
      return undefined;
    }
  }

  async #runOne(container: V1Container): Promise<number> {
    if (this.#reason !== undefined) return 1;
    const { name, command = [], env = [], resources } = container;
    const status = { name, state: {} } as V1ContainerStatus;
    this.pod.status!.initContainerStatuses!.push(status);
    const output = openSync(join(this.#folder, `${name}.log`), 'w');
    const [file, ...args] = command.map((text) => this.#inFolder(text));
    const variables = env.map((one) => [one.name, this.#inFolder(one.value ?? '')]);
    const child = spawn(file!, args, {
      cwd: join(this.#folder, 'work'),
      env: { PATH: process.env.PATH, ...Object.fromEntries(variables) },
      detached: true,
      stdio: ['ignore', output, output],
    });
    this.#child = child;
    const startedAt = new Date();
    status.state = { running: { startedAt } };
    this.pod.status!.phase = 'Running';
    const most = Number.parseInt(resources!.limits!.memory!, 10) * 1024;
    const watch = setInterval(() => this.#endGreedy(child, most), LOOK_EVERY_MS);
    const code = await new Promise<number>((resolve) =>
      child.once('exit', (value, signal) => resolve(value ?? (signal === 'SIGKILL' ? 137 : 128))),
    );
    clearInterval(watch);
    closeSync(output);
    const reason = this.#reason === 'OOMKilled' ? 'OOMKilled' : code === 0 ? 'Completed' : 'Error';
    const message = this.#message();
    const times = { startedAt, finishedAt: new Date() };
    status.state = {
      terminated: { exitCode: code, reason, ...(message && { message }), ...times },
    };
    return code;
  }

  #endGreedy(child: ChildProcess, mostKb: number): void {
    try {
      const used = execFileSync('ps', ['-o', 'rss=', '-g', String(child.pid)], {
        encoding: 'utf8',
      });
      const sum = used.split('\n').reduce((all, line) => all + Number(line), 0);
      if (sum < mostKb) return;
    } catch {
      return;
    }
    this.#reason = 'OOMKilled';
    this.kill();
  }

  #message(): string {
    try {
      return readFileSync(join(this.#folder, 'message'), 'utf8');
    } catch {
      return '';
    }
  }

  /** As the cluster reads it: a doubled dollar sign stands for one. */
  #inFolder(text: string): string {
    return text
      .replaceAll('$$', '$')
      .replaceAll('/dev/termination-log', join(this.#folder, 'message'))
      .replaceAll('/given/', `${join(this.#folder, 'given')}/`)
      .replaceAll(/\/work(?=$|[/ \n])/g, join(this.#folder, 'work'));
  }
}
