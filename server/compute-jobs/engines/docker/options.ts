/** The operator's options for this engine and its environments. */
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { containerOptions } from '../container-options.ts';
import type { Machine } from '../machine/index.ts';

const file = z.string().refine(isAbsolute, 'must be an absolute path');

export const dockerOptions = z.strictObject({
  ...containerOptions,
  /** An image that the engine has: the engine pulls none. It needs `/bin/sh`. */
  image: z.string().min(1),
  /** The user that owns the files and processes of the code. Never root. */
  uid: z.int().min(1).max(65_535).default(65_534),
  gid: z.int().min(1).max(65_535).default(65_534),
});

export type DockerOptions = z.infer<typeof dockerOptions>;

/** The operator's options for the engine itself. */
export const dockerEngine = z.strictObject({
  /** The address of Docker or Podman. Default: DOCKER_HOST, or Docker's socket. */
  host: z
    .string()
    .regex(
      /^(unix:\/\/\/.+|https?:\/\/[^/]+\/?)$/,
      'must be unix:///path, http://host:port or https://host:port',
    )
    .optional(),
  /** PEM files for https: the CA of the engine, and the service's certificate and key. */
  tls: z
    .strictObject({ ca: file.optional(), cert: file.optional(), key: file.optional() })
    .optional(),
  /** A runtime that the engine knows, such as `runsc`. */
  runtime: z.string().min(1).optional(),
  /** The name of this service at the engine. Default: a name that no other deployment has. */
  deployment: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must be a name such as model-run')
    .optional(),
});

export interface DockerConnection {
  socketPath?: string;
  protocol?: 'http' | 'https';
  host?: string | undefined;
  port?: number;
  ca?: Buffer;
  cert?: Buffer;
  key?: Buffer;
}

export interface DockerEngineOptions {
  /** Whose room the jobs take; absent if the engine may have any number. */
  machine?: Machine;
  /** Empty if the variables of Docker's own programs set it. */
  connection: DockerConnection;
  /** The name of this service at the engine: it leaves jobs with another name alone. */
  deployment: string;
  /** A runtime that the engine knows, such as `runsc`. */
  runtime?: string | undefined;
}
