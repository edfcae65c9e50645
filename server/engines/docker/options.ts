/** What an operator says of this engine and of its environments. */
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { containerOptions } from '../container-options.ts';

const file = z.string().refine(isAbsolute, 'must be an absolute path');

export const dockerOptions = z.strictObject({
  ...containerOptions,
  /** An image that the engine has: none is pulled. It needs `/bin/sh`. */
  image: z.string().min(1),
  /** Whose files and processes the code's are. Never root. */
  uid: z.int().min(1).max(65_535).default(65_534),
  gid: z.int().min(1).max(65_535).default(65_534),
});

export type DockerOptions = z.infer<typeof dockerOptions>;

/** What an operator says of the engine itself. */
export const dockerEngine = z.strictObject({
  /** The address of Docker or Podman. Without it, DOCKER_HOST says it, or it is the socket where Docker listens. */
  host: z
    .string()
    .regex(
      /^(unix:\/\/\/.+|https?:\/\/[^/]+\/?)$/,
      'must be unix:///path, http://host:port or https://host:port',
    )
    .optional(),
  /** Files in PEM, for https: who the engine is known by, and who the service is there. */
  tls: z
    .strictObject({ ca: file.optional(), cert: file.optional(), key: file.optional() })
    .optional(),
  /** A runtime that the engine knows, such as `runsc`. */
  runtime: z.string().min(1).optional(),
  /** The name of this service at the engine. Without it, one that no other deployment has. */
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
  /** Empty if the variables of Docker's own programs say it. */
  connection: DockerConnection;
  /** The name of this service at the engine: jobs of another name are left alone. */
  deployment: string;
  /** A runtime that the engine knows, such as `runsc`. */
  runtime?: string | undefined;
}
