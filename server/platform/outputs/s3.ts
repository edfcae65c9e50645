/** Outputs as objects of a bucket, at Amazon or at any storage with the same protocol. */
import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { KeptOutputs, OutputName } from './index.ts';

interface S3StoreOptions {
  bucket: string;
  /** The prefix of all object names. */
  prefix?: string;
  /** The region, the address and the credentials; the client finds what is absent in its usual way. */
  client: S3ClientConfig;
}

interface ObjectKey {
  Bucket: string;
  Key: string;
}

/** Storage on file systems allows no more for one part of a key. */
const MOST_CHARACTERS = 255;
/** How much is in memory at once. Storage accepts no smaller parts, except for the last one. */
const PART_BYTES = 5 * 1024 * 1024;
/** For storage that does not answer: without these, a request waits for ever. */
const PATIENCE = { connectionTimeout: 5_000, socketTimeout: 30_000 };
/** A process that stops does not wait that long. */
const ABORT_WITHIN_MS = 5_000;

export function createS3OutputStore(options: S3StoreOptions): KeptOutputs & { close(): void } {
  const { bucket: Bucket, prefix = '' } = options;
  const client = new S3Client({ requestHandler: PATIENCE, ...options.client });
  const where = (output: OutputName): ObjectKey => ({ Bucket, Key: prefix + keyOf(output) });
  return {
    async save(output, content, signal) {
      const parts = inParts(content);
      const options = signal ? { abortSignal: signal } : {};
      try {
        const { value: first = Buffer.alloc(0) } = await parts.next();
        const object = { ...where(output), IfNoneMatch: '*' };
        if (first.length < PART_BYTES)
          await client.send(new PutObjectCommand({ ...object, Body: first }), options);
        else await saveParts(client, object, { first, others: parts, options });
      } catch (error) {
        // The first one stays: a store that supports the condition refuses a later one; elsewhere, the later one is the
        // same.
        if (statusOf(error) !== 412) throw error;
      } finally {
        // What reads the content ends, also if the storage refused a part before the last one was made.
        await parts.return(undefined);
      }
    },
    async read(output, after, maxBytes) {
      const Range = `bytes=${after}-${after + Math.max(1, maxBytes) - 1}`;
      let found: GetObjectCommandOutput;
      try {
        found = await client.send(new GetObjectCommand({ ...where(output), Range }));
      } catch (error) {
        // There is nothing at the offset.
        if (statusOf(error) === 416) return new Uint8Array();
        if (statusOf(error) === 404) return undefined;
        throw error;
      }
      const bytes = await found.Body!.transformToByteArray();
      return bytes.subarray(0, maxBytes);
    },
    async owners(workspace, { after, before }, atMost) {
      const owners: string[] = [];
      for await (const owner of ownersIn(
        client,
        { Bucket, Prefix: `${prefix}${workspace}/` },
        after,
      )) {
        if (owner >= before || owners.length === atMost) break;
        owners.push(owner);
      }
      return owners;
    },
    async names(workspace, owner) {
      const Prefix = `${prefix}${workspace}/${owner}/`;
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
      return Contents.map(({ Key = '' }) => {
        const [kind, written = ''] = Key.slice(Prefix.length).split('/');
        return { kind: kind as OutputName['kind'], name: nameOf(written) };
      });
    },
    async remove(workspace, owners, signal) {
      const options = signal ? { abortSignal: signal } : {};
      for (const owner of owners) {
        await removeAll(client, { Bucket, Prefix: `${prefix}${workspace}/${owner}/` }, options);
      }
    },
    close: () => client.destroy(),
  };
}

/** Storage lists them in the order of their ids. A page may have fewer than requested even if more follow. */
async function* ownersIn(
  client: S3Client,
  folder: { Bucket: string; Prefix: string },
  after: string,
): AsyncGenerator<string> {
  const query = { ...folder, StartAfter: `${folder.Prefix}${after}0`, Delimiter: '/' };
  for (let ContinuationToken: string | undefined; ; ) {
    const { CommonPrefixes = [], NextContinuationToken } = await client.send(
      new ListObjectsV2Command({ ...query, ...(ContinuationToken && { ContinuationToken }) }),
    );
    for (const { Prefix = '' } of CommonPrefixes) {
      const owner = Prefix.slice(folder.Prefix.length, -1);
      if (owner > after) yield owner;
    }
    if (NextContinuationToken === undefined) return;
    ContinuationToken = NextContinuationToken;
  }
}

/** One by one: not every store with this protocol deletes several at once. */
async function removeAll(
  client: S3Client,
  folder: { Bucket: string; Prefix: string },
  options: RequestOptions,
) {
  for (let more = true; more; ) {
    const { Contents = [], IsTruncated = false } = await client.send(
      new ListObjectsV2Command(folder),
      options,
    );
    for (const { Key } of Contents) {
      await client.send(new DeleteObjectCommand({ Bucket: folder.Bucket, Key: Key! }), options);
    }
    more = IsTruncated && Contents.length > 0;
  }
}

interface RequestOptions {
  abortSignal?: AbortSignal;
}

interface Content {
  first: Buffer;
  others: AsyncIterable<Buffer>;
  options: RequestOptions;
}

/** One part after the other. An interrupted upload leaves nothing. */
async function saveParts(
  client: S3Client,
  { IfNoneMatch, ...object }: ObjectKey & { IfNoneMatch: string },
  { first, others, options }: Content,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object), options);
  const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
  const send = async (Body: Buffer) => {
    const PartNumber = Parts.length + 1;
    const part = { ...object, UploadId, PartNumber, Body };
    const { ETag } = await client.send(new UploadPartCommand(part), options);
    Parts.push({ ETag, PartNumber });
  };
  try {
    await send(first);
    for await (const part of others) await send(part);
    const whole = { ...object, UploadId, MultipartUpload: { Parts }, IfNoneMatch };
    await client.send(new CompleteMultipartUploadCommand(whole), options);
  } catch (error) {
    const within = { abortSignal: AbortSignal.timeout(ABORT_WITHIN_MS) };
    const abort = new AbortMultipartUploadCommand({ ...object, UploadId });
    await client.send(abort, within).catch(() => {});
    throw error;
  }
}

async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(held);
    [held, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(held);
}

/**
 * Names of artifacts contain any characters: the code escapes each so that it is one part of the key. If a name is too
 * long for the storage, its hash replaces it, after a character that no other name has.
 */
function keyOf({ workspace, owner, kind, name }: OutputName): string {
  const written = encodeURIComponent(name);
  const hash = () => `sha256:${createHash('sha256').update(name).digest('hex')}`;
  const isHash = /^sha256:[0-9a-f]{64}$/.test(name);
  const part = isHash ? name : written.length > MOST_CHARACTERS ? hash() : written;
  return [workspace, owner, kind, part].join('/');
}

/** A hash stays as it is: it also finds the artifact, because no name has its character. */
function nameOf(written: string): string {
  return written.startsWith('sha256:') ? written : decodeURIComponent(written);
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
