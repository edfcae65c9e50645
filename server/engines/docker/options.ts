/** What an operator says of this engine and of its environments. */
import { z } from 'zod';
import { containerOptions } from '../container-options.ts';

export const dockerOptions = z.strictObject({
  ...containerOptions,
  /** An image that the engine has: none is pulled. It needs `/bin/sh`. */
  image: z.string().min(1),
  /** Whose files and processes the code's are. Never root. */
  uid: z.int().min(1).max(65_535).default(65_534),
  gid: z.int().min(1).max(65_535).default(65_534),
});

export type DockerOptions = z.infer<typeof dockerOptions>;

export const dockerConnection = z.strictObject({
  /** The socket of Docker or Podman; or `host` and `port`. */
  socketPath: z.string().min(1).optional(),
  host: z.string().min(1).optional(),
  port: z.int().min(1).max(65_535).optional(),
  protocol: z.enum(['http', 'https']).optional(),
  ca: z.string().optional(),
  cert: z.string().optional(),
  key: z.string().optional(),
});

export interface DockerEngineOptions {
  connection: z.infer<typeof dockerConnection>;
  /** The name of this service at the engine: jobs of another name are left alone. */
  deployment: string;
  /** A runtime that the engine knows, such as `runsc`. */
  runtime?: string;
}
