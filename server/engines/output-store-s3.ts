/** Logs and artifacts of jobs as objects of a bucket, at Amazon or whatever speaks the same protocol. */
import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { OutputName, OutputStore } from './outputs.ts';

export interface S3StoreOptions {
  bucket: string;
  /** Stands before the names of all objects. */
  prefix?: string;
  /** The region, the address and the credentials; what is absent, the client finds as it does everywhere. */
  client: S3ClientConfig;
}

export function createS3OutputStore(options: S3StoreOptions): OutputStore & { close(): void } {
  const { bucket: Bucket, prefix = '' } = options;
  const client = new S3Client(options.client);
  const where = (output: OutputName) => ({ Bucket, Key: prefix + keyOf(output) });
  return {
    async save(output, content) {
      const parts: Uint8Array[] = [];
      for await (const part of content) parts.push(part);
      // The first one stays: a later one is refused where the store knows that condition, and is the same elsewhere.
      const put = { ...where(output), Body: Buffer.concat(parts), IfNoneMatch: '*' };
      await client.send(new PutObjectCommand(put)).catch((error: unknown) => {
        if (statusOf(error) !== 412) throw error;
      });
    },
    async read(output, after, maxBytes) {
      const Range = `bytes=${after}-${after + Math.max(1, maxBytes) - 1}`;
      let found: GetObjectCommandOutput;
      try {
        found = await client.send(new GetObjectCommand({ ...where(output), Range }));
      } catch (error) {
        // Nothing stands at the offset.
        if (statusOf(error) === 416) return new Uint8Array();
        if (statusOf(error) === 404) return undefined;
        throw error;
      }
      const bytes = await found.Body!.transformToByteArray();
      return bytes.subarray(0, maxBytes);
    },
    close: () => client.destroy(),
  };
}

/** Names of artifacts have any characters: they are written so that each is one part of the key. */
function keyOf({ workspace, jobId, kind, name }: OutputName): string {
  return [workspace, jobId, kind, encodeURIComponent(name)].join('/');
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
