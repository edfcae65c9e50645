/**
 * What an operator writes about the environments of each engine, as schemas. Importing it loads no engine: the compute
 * file is checked with it before there is one.
 */
import { isAbsolute } from 'node:path';
import { z } from 'zod';

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
export interface ContainerOptions {
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
