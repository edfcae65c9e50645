/**
 * Storage with the S3 protocol, as the compute file names it. Its secret key is in a variable or a file, never in the
 * compute file.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const secret = z.union([
  z.strictObject({ env: z.string().min(1) }),
  z.strictObject({ file: z.string().min(1) }),
]);

export const storageSchema = z.strictObject({
  bucket: z.string().min(3).max(63),
  /** The prefix of all object names. */
  prefix: z.string().max(256).exactOptional(),
  /** Default: Amazon's address for the region. */
  endpoint: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).exactOptional(),
  region: z.string().min(1).default('us-east-1'),
  /** Whether the bucket is the first part of the path, as most storage except Amazon's requires. */
  pathStyle: z.boolean().exactOptional(),
  /** Both or none: without them, the client finds credentials in the usual sources, such as the role of a machine. */
  accessKeyId: z.string().min(1).exactOptional(),
  secretAccessKey: secret.exactOptional(),
});

export interface StorageSettings {
  bucket: string;
  prefix: string;
  client: {
    region: string;
    endpoint?: string;
    forcePathStyle?: boolean;
    credentials?: { accessKeyId: string; secretAccessKey: string };
  };
}

/** An unreadable file is a fault, and its content is never quoted. */
export async function secretIn(
  given: z.output<typeof storageSchema>,
  variable: (name: string) => string | undefined,
  faults: string[],
): Promise<StorageSettings> {
  const { bucket, prefix = '', endpoint, region, accessKeyId, secretAccessKey: reference } = given;
  const { pathStyle = endpoint !== undefined } = given;
  if ((accessKeyId === undefined) !== (reference === undefined)) {
    faults.push('storage must have both accessKeyId and secretAccessKey, or none of them');
  }
  const key = reference && (await read(reference, variable, faults));
  return {
    ...{ bucket, prefix },
    client: {
      ...{ region, forcePathStyle: pathStyle },
      ...(endpoint !== undefined && { endpoint }),
      ...(accessKeyId !== undefined &&
        key !== undefined && { credentials: { accessKeyId, secretAccessKey: key } }),
    },
  };
}

async function read(
  reference: z.output<typeof secret>,
  variable: (name: string) => string | undefined,
  faults: string[],
): Promise<string | undefined> {
  const at = 'storage.secretAccessKey';
  if ('env' in reference) {
    const found = variable(reference.env);
    if (found === undefined) faults.push(`${at}.env names ${reference.env}, which is not set`);
    return found;
  }
  const text = await readFile(reference.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    faults.push(`${at}.file names ${reference.file}, which cannot be read (${error.code})`);
  });
  return text?.trim();
}
