/**
 * A file of the API as a stream, which is not held in memory. If a file with a strong tag breaks off, the client requests
 * the rest of the same file.
 */
import type { Listening } from './answers.ts';
import type { CallOptions } from './call-options.ts';
import { ConnectionError, callBack } from './errors.ts';
import { toProblemError } from './problems.ts';
import { isRetryable, pauseAfter } from './retry.ts';
import { readHeaders, type Settings } from './settings.ts';
import { rest } from './transport.ts';

export type DownloadOptions = Pick<CallOptions, 'signal' | 'headers'>;

export async function download(
  settings: Settings,
  path: string,
  { signal, headers, onAnswer }: DownloadOptions & Pick<Listening, 'onAnswer'> = {},
): Promise<ReadableStream<Uint8Array>> {
  const all = new Headers(settings.headers);
  for (const [name, value] of readHeaders(headers)) all.set(name, value);
  const response = await get(settings, path, all, signal);
  // The bytes of the response are those of the stream.
  onAnswer?.(() => response);
  const etag = response.headers.get('ETag') ?? '';
  const isWhole = response.status === 200 && !response.headers.has('Content-Encoding');
  if (!etag.startsWith('"') || !isWhole) return response.body!;
  const from = (bytes: number) => {
    const range = new Headers(all);
    range.set('Range', `bytes=${bytes}-`);
    range.set('If-Range', etag);
    return get(settings, path, range, signal);
  };
  return continued(settings, response, { name: path, from, signal });
}

async function get(
  settings: Settings,
  path: string,
  headers: Headers,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const request = new Request(settings.baseUrl + path, {
    ...{ headers, redirect: 'manual' },
    signal: signal ?? null,
  });
  const response = await settings.fetch(request).catch((cause: unknown) => {
    throw new ConnectionError('No answer: check baseUrl, and that the service runs.', { cause });
  });
  if (response.ok && response.body) return response;
  throw toProblemError(response, parsed(settings.redact(await response.text())));
}

interface Source {
  /** The path of the file. */
  name: string;
  /** Requests the file without its first bytes. */
  from: (bytes: number) => Promise<Response>;
  signal: AbortSignal | undefined;
}

/** The bytes of the response; if it breaks off, those of further requests, as many as the client retries. */
function continued(settings: Settings, first: Response, source: Source) {
  const { name, from, signal } = source;
  const { retry, onRetry, log } = settings;
  let reader = first.body!.getReader();
  let [bytes, attempts] = [0, 0];

  async function requestRest(thrown: unknown): Promise<void> {
    let error: unknown = new ConnectionError('The download broke off.', { cause: thrown });
    for (;;) {
      attempts++;
      if (attempts > retry.maxRetries || !isRetryable(error)) throw error;
      const delayMs = pauseAfter(error, attempts, retry);
      const request = `GET ${name}`;
      log('info', `${request}: ${error.message} Continued.`, { attempts, delayMs });
      await callBack(onRetry, { attempts, delayMs, error, request });
      await rest(delayMs, signal);
      try {
        reader = bodyAfter(bytes, await from(bytes)).getReader();
        return;
      } catch (failure) {
        if (signal?.aborted) throw failure;
        error = failure;
      }
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const read = await reader.read().catch((thrown: unknown) => {
            if (signal?.aborted) throw thrown;
            return requestRest(thrown);
          });
          if (!read) continue;
          if (read.done) return controller.close();
          bytes += read.value.length;
          return controller.enqueue(read.value);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Another file has come whole, and not a part. */
function bodyAfter(bytes: number, { status, headers, body }: Response) {
  const isRest = headers.get('Content-Range')?.startsWith(`bytes ${bytes}-`);
  if (status === 206 && isRest) return body!;
  void body?.cancel();
  throw new Error('The file has changed since the download began.');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
