/** The operator's options for the environments of this engine. */
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { containerOptions } from '../container-options.ts';

export const ociOptions = z.strictObject({
  ...containerOptions,
  /** The root of the container's files: a folder, or an archive (tar) of one, such as `docker export` writes. */
  rootfs: z.string().refine(isAbsolute, 'must be an absolute path'),
  uid: z.int().min(1).max(4_294_967_294).default(65_534),
  gid: z.int().min(1).max(4_294_967_294).default(65_534),
});

export type OciOptions = z.infer<typeof ociOptions>;

/** The operator's options for the engine itself. */
export const ociEngine = z.strictObject({
  /** The runtime: runc or runsc. Default: one found on this machine. */
  program: z.string().refine(isAbsolute, 'must be an absolute path').optional(),
});

/** What the service passes to the keepers of its jobs. */
export interface OciSettings {
  /** The runtime: the path of runc, crun or runsc. */
  program: string;
  isGvisor: boolean;
}
