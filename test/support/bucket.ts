/** A bucket in memory, behind the protocol of S3: objects, uploads in parts, ranges and lists. */
import { writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

interface BucketRequest {
  method: string;
  /** Of the object; empty for a list. */
  key: string;
  query: URLSearchParams;
}

export type Bucket = Awaited<ReturnType<typeof startBucket>>;

const BUCKET = 'outputs';

export async function startBucket() {
  const objects = new Map<string, Buffer>();
  /** The parts of those that were neither completed nor aborted. */
  const uploads = new Map<string, Buffer[]>();
  const server = createServer(async (req, res) => {
    const { pathname, searchParams: query } = new URL(req.url!, 'http://storage');
    const method = req.method!;
    const key = decodeURIComponent(pathname.slice(`/${BUCKET}/`.length));
    const body = Buffer.concat(await Array.fromAsync(req as AsyncIterable<Buffer>));
    const refusal = await bucket.before({ method, key, query });
    const answer = (status: number, content?: string | Buffer, headers = {}) =>
      void res.writeHead(status, headers).end(content);
    if (refusal !== undefined) return answer(refusal, '<Error><Code>Refused</Code></Error>');
    if (query.get('list-type') === '2') return answer(200, listOf([...objects.keys()], query));
    if (Buffer.byteLength(key) > 1_024 || key.split('/').some((part) => part.length > 255))
      return answer(400, '<Error><Code>KeyTooLongError</Code></Error>');
    const upload = query.get('uploadId');
    if (query.has('uploads')) {
      const id = crypto.randomUUID();
      uploads.set(id, []);
      const told = `<UploadId>${id}</UploadId>`;
      return answer(200, `<InitiateMultipartUploadResult>${told}</InitiateMultipartUploadResult>`);
    }
    if (upload !== null) {
      const parts = uploads.get(upload);
      if (!parts) return answer(404, '<Error><Code>NoSuchUpload</Code></Error>');
      if (method === 'PUT') {
        parts[Number(query.get('partNumber')) - 1] = body;
        return answer(200, undefined, { ETag: `"${parts.length}"` });
      }
      uploads.delete(upload);
      if (method === 'DELETE') return answer(204);
      objects.set(key, Buffer.concat(parts));
      return answer(200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
    }
    if (method === 'PUT') {
      if (req.headers['if-none-match'] === '*' && objects.has(key))
        return answer(412, '<Error><Code>PreconditionFailed</Code></Error>');
      objects.set(key, body);
      return answer(200);
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return answer(204);
    }
    sendRange(res, objects.get(key), req.headers.range);
  });
  // If the bucket closed a connection during its reuse, that would be a fault of the bucket.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bucket = {
    /** For a store. */
    settings: {
      ...{ bucket: BUCKET, prefix: '' },
      client: {
        ...{ region: 'us-east-1', endpoint, forcePathStyle: true, maxAttempts: 1 },
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      },
    },
    ...{ endpoint, objects, uploads },
    /** Is called before each request is carried out; a status is the answer instead. */
    before: async (_: BucketRequest): Promise<number | undefined> => undefined,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return bucket;
}

/** A compute file in the folder, with which a service stores outputs in the bucket. Returns its path. */
export async function writeComputeFile(folder: string, { endpoint }: Bucket): Promise<string> {
  const key = join(folder, 'secret');
  await writeFile(key, 'b\n');
  const storage = { bucket: BUCKET, endpoint, accessKeyId: 'a', secretAccessKey: { file: key } };
  const path = join(folder, 'compute.json');
  await writeFile(path, JSON.stringify({ storage }));
  return path;
}

function sendRange(res: ServerResponse, found: Buffer | undefined, range = ''): void {
  const [, from = 0, to = 0] = (/(\d+)-(\d+)/.exec(range) ?? []).map(Number);
  if (!found) res.writeHead(404).end();
  else if (from >= found.length) res.writeHead(416).end();
  else res.writeHead(206).end(found.subarray(from, to + 1));
}

/** In the order of the keys, as the protocol says; grouped by folder on request. */
function listOf(all: readonly string[], query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('start-after') ?? '';
  const keys = all.filter((key) => key.startsWith(prefix) && key > after).sort();
  const folders = new Set(keys.map((key) => `${prefix}${key.slice(prefix.length).split('/')[0]}/`));
  const most = Number(query.get('max-keys') ?? 1_000);
  const text = query.has('delimiter')
    ? [...folders]
        .slice(0, most)
        .map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`)
    : keys.map((key) => `<Contents><Key>${key}</Key></Contents>`);
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${text.join('')}</ListBucketResult>`;
}
