/** A file of the API as a stream: requested once, and not held in memory. */
import type { Listening } from './answers.ts';
import type { CallOptions } from './call-options.ts';
import { ConnectionError } from './errors.ts';
import { toProblemError } from './problems.ts';
import { readHeaders, type Settings } from './settings.ts';

export type DownloadOptions = Pick<CallOptions, 'signal' | 'headers'>;

export async function download(
  settings: Settings,
  path: string,
  { signal, headers, onAnswer }: DownloadOptions & Pick<Listening, 'onAnswer'> = {},
): Promise<ReadableStream<Uint8Array>> {
  const all = new Headers(settings.headers);
  for (const [name, value] of readHeaders(headers)) all.set(name, value);
  const request = new Request(settings.baseUrl + path, {
    headers: all,
    redirect: 'manual',
    signal: signal ?? null,
  });
  const response = await settings.fetch(request).catch((cause: unknown) => {
    throw new ConnectionError('No answer: check baseUrl, and that the service runs.', { cause });
  });
  if (response.ok && response.body) {
    // The bytes of the response are those of the stream.
    onAnswer?.(() => response);
    return response.body;
  }
  throw toProblemError(response, parsed(settings.redact(await response.text())));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
