/** The service as its users start it: its command line, in processes of its own. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** Production mode, with limits that a benchmark does not reach. */
export const ENVIRONMENT = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  PORT: '0',
  SANDBOX: 'on',
  RATE_LIMIT_PER_MINUTE: '10000000',
  RATE_LIMIT_BYTES_PER_MINUTE: '9999999999',
  MAX_PENDING_RUNS: '1000000',
};

export interface Program {
  /** Resolves with its output. */
  run(...args: string[]): Promise<string>;
  /** Resolves once the process says that it is ready. */
  start(command: 'start' | 'serve' | 'work'): Promise<Started>;
}

export interface Started {
  pid: number;
  /** The port of the API, if the process has one. */
  port: number;
  stop(): Promise<void>;
}

interface ProgramOptions {
  /** The folder of the version. */
  folder: string;
  /** In addition to the environment of every benchmark. */
  environment: Record<string, string>;
  /** More Node flags, for `start`. */
  flags?: string[];
}

export function programOf({ folder, environment, flags = [] }: ProgramOptions): Program {
  // What users start: it gives Node the flags of its version.
  const file = join(folder, 'server/model-run-api');
  const env = { PATH: process.env.PATH, ...ENVIRONMENT, ...environment };
  return {
    async run(...args) {
      const { stdout } = await exec(file, args, { cwd: folder, env });
      return stdout;
    },
    async start(command) {
      const child = spawn(file, [command], {
        ...{ cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] as const },
        env: { ...env, NODE_OPTIONS: flags.join(' ') },
      });
      // An interrupted benchmark removes its database at once, so the process could not finish anything.
      const end = () => void child.kill('SIGKILL');
      process.once('exit', end);
      const exited = once(child, 'exit').finally(() => process.off('exit', end));
      let screen = '';
      const ready = Promise.withResolvers<void>();
      child.stdout.on('data', (chunk) => {
        screen += chunk;
        if (screen.includes('Ctrl-C stops')) ready.resolve();
      });
      void exited.then(() => ready.reject(new Error(`${command} of ${folder} ended: ${screen}`)));
      await ready.promise;
      return {
        pid: child.pid!,
        port: Number(/localhost:(\d+)/.exec(screen)?.[1]),
        async stop() {
          if (child.exitCode !== null || child.signalCode !== null) return;
          child.kill('SIGTERM');
          await exited;
        },
      };
    },
  };
}
