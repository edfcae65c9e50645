/** The options of an environment that every container engine has. */
import { z } from 'zod';
import type { JobOrder } from './engine.ts';

const programs = z.array(z.string().min(1)).min(1);

export const containerOptions = {
  /**
   * How to run a source: it becomes this file in the working directory. Without it, the environment accepts only
   * commands.
   */
  source: z
    .strictObject({
      file: z.string().regex(/^[^/\0]+$/, 'must be a name without slashes'),
      command: programs,
    })
    .optional(),
  /** The maximum size of the working directory; `/tmp` has the same. Both count as memory. */
  workMb: z.int().min(1).max(65_536).default(64),
  /** Maximum number of processes and threads. */
  processes: z.int().min(1).max(32_768).default(128),
};

/** The members that engines need. */
export interface ContainerOptions {
  source?: { file: string; command: string[] } | undefined;
  workMb: number;
  processes: number;
}

/** The options of an environment, or a sentence that says what is wrong with them. */
export function parseOptions<T>(
  schema: z.ZodType<T>,
  { id, options }: JobOrder['environment'],
): { options: T } | { wrong: string } {
  const parsed = schema.safeParse(options ?? {});
  if (parsed.success) return { options: parsed.data };
  const { path, message } = parsed.error.issues[0]!;
  return {
    wrong: `The options of the environment ${id} are wrong at ${path.join('.') || 'their root'}: ${message}`,
  };
}

/** Why an environment cannot take an order; undefined if it can. */
export function orderRefusal(order: JobOrder, { source }: ContainerOptions): string | undefined {
  if (order.source !== undefined && !source)
    return 'This environment takes a command, and no source.';
  if (order.source === undefined && !order.command?.length) return 'There is no command.';
  const paths = [...order.files.map(({ path }) => path), ...order.outputs];
  if (!paths.every(isInside)) return 'A path leads out of the working directory.';
  if (!Object.keys(order.env).every((name) => /^[^=\0]+$/.test(name))) {
    return 'A name of a variable is empty or has an equals sign.';
  }
  return fitsExecution(order) ? undefined : 'The command or its variables are too long.';
}

/** Linux's limits for one text and, with a stack of 8 MiB, for all of them. */
const MOST_TEXT_BYTES = 131_072;
const MOST_TEXTS_BYTES = 2_000_000;

function fitsExecution({ command = [], env }: JobOrder): boolean {
  const texts = [...command, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  // Each has a terminating zero and a pointer to it.
  const bytes = texts.map((text) => Buffer.byteLength(text) + 1);
  const all = bytes.reduce((sum, one) => sum + one + 8, 0);
  return bytes.every((one) => one <= MOST_TEXT_BYTES) && all <= MOST_TEXTS_BYTES;
}

export function commandOf(
  order: Pick<JobOrder, 'source' | 'command'>,
  { source }: ContainerOptions,
): string[] {
  return order.source === undefined ? [...order.command!] : source!.command;
}

export function variablesOf(order: Pick<JobOrder, 'env'>, workdir: string): string[] {
  const all: Record<string, string> = { HOME: workdir, TMPDIR: '/tmp', ...order.env };
  return Object.entries(all).map(([name, value]) => `${name}=${value}`);
}

function isInside(path: string): boolean {
  return !path.includes('\0') && path.split('/').every((part) => !['', '.', '..'].includes(part));
}
