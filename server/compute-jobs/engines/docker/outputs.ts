/** What a job wrote, as the engine returns it: streams in frames, files in archives. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type Docker from 'dockerode';
import { extract } from 'tar-stream';
import type { Artifact, LogSizes, LogStream } from '../engine.ts';
import { type KeptOrder, markOf, nameOf, WORKDIR } from './bodies.ts';

const HEADER = 8;
const STREAMS: Record<number, LogStream> = { 1: 'stdout', 2: 'stderr' };

/** The pieces of both streams in order, without the first line of each. */
async function* piecesOf(
  docker: Docker,
  jobId: string,
): AsyncGenerator<{ stream: LogStream; bytes: Buffer } | 'incomplete'> {
  const body = await open(docker, `/containers/${nameOf.code(jobId)}/logs?`);
  const mark = Buffer.from(`${markOf(jobId)}\n`);
  const seen: Partial<Record<LogStream, Buffer>> = {};
  for await (const { stream, bytes } of framesOf(body)) {
    const before = seen[stream];
    if (before && before.length >= mark.length) {
      yield { stream, bytes };
      continue;
    }
    const head = Buffer.concat([before ?? Buffer.alloc(0), bytes]);
    seen[stream] = head;
    if (head.length < mark.length) continue;
    const isWhole = head.subarray(0, mark.length).equals(mark);
    if (!isWhole) yield 'incomplete';
    const rest = isWhole ? head.subarray(mark.length) : head;
    if (rest.length > 0) yield { stream, bytes: rest };
  }
  for (const stream of ['stdout', 'stderr'] as const) {
    if ((seen[stream]?.length ?? 0) < mark.length) yield 'incomplete';
  }
}

/** Keeps the first bytes of both streams together. */
export async function* keptPieces(docker: Docker, jobId: string, maxBytes: number) {
  let left = maxBytes;
  for await (const piece of piecesOf(docker, jobId)) {
    if (piece === 'incomplete') {
      yield piece;
      continue;
    }
    const bytes = piece.bytes.subarray(0, left);
    left -= bytes.length;
    if (bytes.length > 0) yield { stream: piece.stream, bytes };
    if (bytes.length < piece.bytes.length) {
      yield 'incomplete' as const;
      return;
    }
  }
}

export async function logSizes(docker: Docker, jobId: string, maxBytes: number): Promise<LogSizes> {
  const sizes = { stdoutBytes: 0, stderrBytes: 0, truncated: false };
  for await (const piece of keptPieces(docker, jobId, maxBytes)) {
    if (piece === 'incomplete') sizes.truncated = true;
    else sizes[`${piece.stream}Bytes`] += piece.bytes.length;
  }
  return sizes;
}

async function* framesOf(body: Readable) {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of body as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= HEADER) {
      const size = rest.readUInt32BE(at + 4);
      if (rest.length - at < HEADER + size) break;
      const stream = STREAMS[rest[at]!];
      const bytes = rest.subarray(at + HEADER, at + HEADER + size);
      at += HEADER + size;
      if (stream) yield { stream, bytes };
    }
    rest = rest.subarray(at);
  }
}

/** Only regular files, none of them through a link, and in total no more bytes than allowed. */
export async function artifactsOf(
  docker: Docker,
  jobId: string,
  order: KeptOrder,
): Promise<Artifact[]> {
  const kept: Artifact[] = [];
  let left = order.maxArtifactBytes;
  for (const name of new Set(order.outputs)) {
    const hash = createHash('sha256');
    let bytes = 0;
    const file = await fileOf(docker, jobId, name, left);
    if (!file) continue;
    for await (const chunk of file) {
      bytes += chunk.length;
      hash.update(chunk);
    }
    left -= bytes;
    kept.push({ name, bytes, sha256: hash.digest('hex') });
  }
  return kept;
}

/** The content of one file of the working directory; undefined if it is not a regular file, or too large. */
export async function fileOf(
  docker: Docker,
  jobId: string,
  name: string,
  maxBytes: number,
): Promise<AsyncIterable<Buffer> | undefined> {
  const holder = docker.getContainer(nameOf.holder(jobId));
  const parts = name.split('/');
  for (let i = 1; i <= parts.length; i++) {
    const path = [WORKDIR, ...parts.slice(0, i)].join('/');
    const info = await holder.infoArchive({ path }).catch(() => undefined);
    const text = (info as { headers?: Record<string, string> } | undefined)?.headers;
    const stat = text?.['x-docker-container-path-stat'];
    if (stat === undefined) return undefined;
    const { mode, size } = JSON.parse(Buffer.from(stat, 'base64').toString());
    const kind = Number(mode) & KINDS;
    if (i < parts.length ? kind !== FOLDER : kind !== 0 || size > maxBytes) return undefined;
  }
  const archive = await holder.getArchive({ path: `${WORKDIR}/${name}` });
  return firstFile(archive as unknown as Readable, maxBytes);
}

/** Go's mode bits for everything other than regular files: folder, link, pipe, socket, device and the like. */
const KINDS = 0x8f280000;
const FOLDER = 0x80000000 | 0;

async function* firstFile(archive: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  const entries = extract();
  archive.on('error', (error) => entries.destroy(error));
  archive.pipe(entries);
  for await (const entry of entries) {
    if (entry.header.type !== 'file' || entry.header.size! > maxBytes) break;
    yield* entry as AsyncIterable<Buffer>;
    break;
  }
  archive.destroy();
}

const BOTH = { stdout: true, stderr: true };

/** The body as a stream: the client would read all of it. */
function open(docker: Docker, path: string): Promise<Readable> {
  return new Promise((resolve, reject) => {
    docker.modem.dial(
      {
        path,
        options: BOTH,
        method: 'GET',
        isStream: true,
        statusCodes: { 200: true, 404: 'no such container' },
      },
      (error: unknown, body: unknown) => (error ? reject(error) : resolve(body as Readable)),
    );
  });
}
