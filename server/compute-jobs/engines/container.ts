/**
 * What engines of containers share: what an operator writes about the environments of each, as schemas; and what they make
 * of an order: whether they can take it, what they execute, and its files as an archive. Importing it loads no engine: the
 * compute file is checked with it before there is one.
 */
import { isAbsolute } from 'node:path';
import type { Pack } from 'tar-stream';
import { z } from 'zod';
import { type JobOrder, pathRefusal } from './engine.ts';

const programs = z.array(z.string().min(1)).min(1);

/** The options of an environment that every container engine has. */
const containerOptions = {
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
interface ContainerOptions {
  source?: { file: string; command: string[] } | undefined;
  workMb: number;
  processes: number;
}

/** Those of JavaScript are the ones of every environment. */
export const javascriptOptions = z.strictObject({});

export const ociOptions = z.strictObject({
  ...containerOptions,
  /** The root of the container's files: a folder, or an archive (tar) of one, such as `docker export` writes. */
  rootfs: z.string().refine(isAbsolute, 'must be an absolute path'),
  uid: z.int().min(1).max(4_294_967_294).default(65_534),
  gid: z.int().min(1).max(4_294_967_294).default(65_534),
});

export type OciOptions = z.infer<typeof ociOptions>;

export const dockerOptions = z.strictObject({
  ...containerOptions,
  /** An image that the engine has: the engine pulls none. It needs `/bin/sh`. */
  image: z.string().min(1),
  /** The user that owns the files and processes of the code. Never root. */
  uid: z.int().min(1).max(65_535).default(65_534),
  gid: z.int().min(1).max(65_535).default(65_534),
});

export type DockerOptions = z.infer<typeof dockerOptions>;

const port = z.int().min(1).max(65_535);

/** What the code may reach over TCP: addresses, since only these names resolve in its pod. */
const allowed = z
  .strictObject({
    cidr: z.union([z.cidrv4(), z.cidrv6()], { error: 'must be addresses such as 10.20.0.0/16' }),
    ports: z.array(port).min(1).max(100),
    /** The name by which the code reaches it, if it is one address. */
    names: z.array(z.hostname()).min(1).max(100).exactOptional(),
  })
  .refine(({ cidr, names }) => !names || /\/(32|128)$/.test(cidr), {
    path: ['names'],
    error: 'need one address, with /32 or /128',
  });

export type Allowed = z.output<typeof allowed>;

export const kubernetesOptions = z.strictObject({
  ...containerOptions,
  /** An image with `/bin/sh`, `cat`, `tar` and `base64`, such as busybox. */
  image: z.string().min(1),
  uid: z.int().min(1).max(65_535).default(65_534),
  gid: z.int().min(1).max(65_535).default(65_534),
  /** Absent or empty: no network. */
  allow: z.array(allowed).max(100).default([]),
  nodeSelector: z.record(z.string(), z.string()).optional(),
  /** How long the engine may wait for a node and the image, in addition to the time of the job. */
  startWithinSeconds: z.int().min(10).max(86_400).default(600),
});

export type KubernetesOptions = z.infer<typeof kubernetesOptions>;

/** The options of an order's environment, or why that cannot take the order, as a sentence. */
export function optionsFor<Options extends ContainerOptions>(
  schema: z.ZodType<Options>,
  order: JobOrder,
): { options: Options } | { refused: string } {
  const { id, options } = order.environment;
  const parsed = schema.safeParse(options ?? {});
  if (parsed.success) {
    const refused = orderRefusal(order, parsed.data);
    return refused === undefined ? { options: parsed.data } : { refused };
  }
  const { path, message } = parsed.error.issues[0]!;
  const at = path.join('.') || 'their root';
  return { refused: `The options of the environment ${id} are wrong at ${at}: ${message}` };
}

function orderRefusal(order: JobOrder, { source }: ContainerOptions): string | undefined {
  if (order.source !== undefined && !source)
    return 'This environment takes a command, and no source.';
  if (order.source === undefined && !order.command?.length) return 'There is no command.';
  const wrong = pathRefusal(order);
  if (wrong !== undefined) return wrong;
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

/** The files of an order as an archive (tar), for engines that take them in this form. */
interface ArchiveOptions {
  uid: number;
  gid: number;
  /**
   * Whether the archive gives the working directory itself to the user, because such engines always create it as
   * root's.
   */
  ownsFolder: boolean;
  /** The file name of a source. */
  sourceFile: string | undefined;
  /** The file name of the input. */
  stdinFile: string;
}

/** Fills an empty archive: each engine provides the library for it. */
export function archiveOf(
  archive: Pack,
  order: JobOrder,
  options: ArchiveOptions,
): NodeJS.ReadableStream {
  const { uid, gid } = options;
  const folders = new Set<string>();
  if (options.ownsFolder)
    archive.entry({ name: './///', type: 'directory', mode: 0o700, uid, gid });
  for (const { path, content } of filesOf(order, options)) {
    for (const folder of parentsOf(path)) {
      if (folders.has(folder)) continue;
      folders.add(folder);
      archive.entry({ name: `${folder}/`, type: 'directory', mode: 0o755, uid, gid });
    }
    archive.entry({ name: path, mode: 0o644, uid, gid }, Buffer.from(content));
  }
  archive.finalize();
  return archive as unknown as NodeJS.ReadableStream;
}

export async function archiveBytes(
  archive: Pack,
  order: JobOrder,
  options: ArchiveOptions,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of archiveOf(archive, order, options)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function filesOf(order: JobOrder, { sourceFile, stdinFile }: ArchiveOptions) {
  const one = (path: string | undefined, content: Uint8Array | undefined) =>
    path === undefined || content === undefined ? [] : [{ path, content }];
  const source = order.source === undefined ? undefined : Buffer.from(order.source);
  return [...order.files, ...one(sourceFile, source), ...one(stdinFile, order.stdin)];
}

function parentsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
