/**
 * What is measured runs in a separate process, with the client in the benchmark's. This is the channel between the two:
 * named commands with a value each way. A subject ends with the benchmark, however that ends.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Subject<Commands extends object> {
  /** Processor time that it has used, in seconds. */
  cpuSeconds(): Promise<number>;
  call<Name extends keyof Commands & string>(
    command: Name,
    ...input: InputOf<Commands[Name]>
  ): Promise<OutputOf<Commands[Name]>>;
  stop(): Promise<void>;
}

type InputOf<Command> = Command extends (...input: infer Input) => unknown ? Input : never;
type OutputOf<Command> = Command extends (...input: never[]) => infer Output
  ? Awaited<Output>
  : never;

interface Question {
  n: number;
  command: string;
  input: unknown[];
}
interface Reply {
  n: number;
  value?: unknown;
  fault?: string;
}

/** The flags with which `server/model-run-api` runs the service: floors get the same. */
const RUNTIME_FLAGS = readFileSync(new URL('../../server/model-run-api', import.meta.url), 'utf8')
  .split(/\s/)
  .filter((word) => word.startsWith('--'));

/** Starts a file of this folder that calls `serveCommands`; resolves once it has called it. */
export async function startSubject<Commands extends object>(
  file: string,
  options: object,
  flags: string[] = [],
): Promise<Subject<Commands>> {
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(options)], {
    execArgv: [...process.execArgv, ...RUNTIME_FLAGS, ...flags],
  });
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  const exited = once(child, 'exit');
  let requestCount = 0;

  child.on('message', ({ n, value, fault }: Reply) => {
    const call = pending.get(n);
    pending.delete(n);
    if (fault === undefined) call?.resolve(value);
    else call?.reject(new Error(`${file}: ${fault}`));
  });
  void exited.then(([code]) => {
    for (const call of pending.values()) call.reject(new Error(`${file} ended with ${code}`));
  });

  function call(command: string, ...input: unknown[]): Promise<unknown> {
    const n = ++requestCount;
    const answer = Promise.withResolvers<unknown>();
    pending.set(n, answer);
    child.send({ n, command, input } satisfies Question, (error) => {
      if (error) answer.reject(error);
    });
    return answer.promise;
  }

  const ready = Promise.withResolvers<unknown>();
  pending.set(0, ready);
  await ready.promise;
  return {
    call: call as Subject<Commands>['call'],
    cpuSeconds: async () => (await call(CPU)) as number,
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** Called in the subject: receives the options of `startSubject`, returns the commands. */
export async function serveCommands<Options, Commands extends object>(
  open: (options: Options) => Promise<{ commands: Commands; close: () => Promise<void> }>,
): Promise<void> {
  const { commands, close } = await open(JSON.parse(process.argv[2] ?? '{}') as Options);
  const byName: Record<string, (...input: never[]) => unknown> = { ...commands, [CPU]: cpuSeconds };
  // The benchmark handles an interrupt from the terminal.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => void close().finally(() => process.exit()));
  process.on('message', async ({ n, command, input }: Question) => {
    try {
      answer({ n, value: await byName[command]?.(...(input as never[])) });
    } catch (error) {
      answer({ n, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  answer({ n: 0 });
}

const CPU = 'cpu seconds';

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function answer(reply: Reply): void {
  if (process.connected) process.send?.(reply);
}
