/** The operator's options for this engine and its environments. */
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { containerOptions } from '../container-options.ts';

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

const name = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must be a name such as model-run');

/** The operator's options for the engine itself. */
export const kubernetesEngine = z.strictObject({
  kubeconfig: z.string().refine(isAbsolute, 'must be an absolute path').optional(),
  context: z.string().min(1).optional(),
  namespace: name,
  deployment: name.optional(),
  runtimeClass: z
    .strictObject({ name: z.string().min(1), isolation: z.enum(['container', 'gvisor', 'vm']) })
    .optional(),
});

export interface KubernetesEngineOptions {
  /** The file with the address and the credentials. Default: those of the service's own pod. */
  kubeconfig?: string | undefined;
  context?: string | undefined;
  namespace: string;
  /** The name of this service in the namespace: it leaves jobs with another name alone. */
  deployment: string;
  /** A RuntimeClass of the cluster, and its isolation. */
  runtimeClass?: { name: string; isolation: 'container' | 'gvisor' | 'vm' } | undefined;
}
