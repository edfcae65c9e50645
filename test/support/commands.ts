/**
 * Runs commands in processes that it reuses: starting a process takes ten times as long as most commands. Output and
 * exit code are those of a process of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

export interface CommandRequest {
  args: string[];
  environment: Record<string, string>;
  /** Ends the output of the command. */
  mark: string;
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Runner {
  run(args: string[], environment: Record<string, string>): Promise<Ended>;
  hasEnded(): boolean;
}

/** How to start a runner. */
interface RunnerOptions {
  /** Node by default, which receives messages; another program reads a line of JSON for each command. */
  program?: string;
  flags: string[];
  /** The path of `commands-subject.ts`, or of another file that answers as it does. */
  file: string;
  folder?: string;
  environment: Record<string, string>;
}

/** Idle runners, by their options. */
const idle = new Map<string, Runner[]>();

/** Uses a free runner, or else a new one. Runners end with this process. */
export async function runCommand(
  args: string[],
  environment: Record<string, string>,
  options: RunnerOptions,
): Promise<Ended> {
  const kind = JSON.stringify(options);
  const others = idle.get(kind) ?? [];
  idle.set(kind, others);
  const runner = others.pop() ?? startRunner(options);
  const ended = await runner.run(args, environment);
  if (!runner.hasEnded()) others.push(runner);
  return ended;
}

function startRunner({ program, flags, file, folder, environment }: RunnerOptions): Runner {
  const child = spawn(program ?? process.execPath, [...flags, file], {
    ...(folder !== undefined && { cwd: folder }),
    env: environment,
    stdio: program === undefined ? ['ignore', 'pipe', 'pipe', 'ipc'] : 'pipe',
  });
  const output = { stdout: '', stderr: '' };
  let look = (): void => {};
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      look();
    });
  }
  const closed = once(child, 'close').then(([code]) => ({ code, ...output }));
  letGo(child);

  return {
    async run(args, environment) {
      Object.assign(output, { stdout: '', stderr: '' });
      const mark = `\0${randomUUID()}\0`;
      const marked = new Promise<Ended>((resolve) => {
        look = () => {
          const [stdout = '', ...behind] = output.stdout.split(mark);
          const [stderr = '', code] = output.stderr.split(mark);
          if (behind.length === 0 || !code?.endsWith('\n')) return;
          resolve({ code: Number(code), stdout, stderr });
        };
      });
      const request: CommandRequest = { args, environment, mark };
      if (program === undefined) child.send(request);
      else child.stdin!.write(`${JSON.stringify(request)}\n`);
      return Promise.race([marked, closed]);
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  };
}

/** A waiting runner must not keep this process alive. */
function letGo(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  for (const stream of child.stdio.slice(0, 3)) (stream as { unref?(): void } | null)?.unref?.();
}
