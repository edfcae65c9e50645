/** Providers with APIs of their own in front of local servers, and the recordings of the real ones. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  createNativeProvider,
  type Provider,
  type Submission,
} from '../../../server/model-runs/providers/index.ts';
import type { Auth, ModelSettings } from '../../../server/model-runs/providers/native.ts';
import {
  NATIVE_KINDS,
  type NativeKindName,
} from '../../../server/model-runs/providers/native-kinds.ts';
import { json, startUpstream, submit } from '../upstream.ts';

const BOUNDS = {
  connectTimeoutMs: 2_000,
  requestTimeoutMs: 20_000,
  maxInFlight: 8,
  maxAnswerBytes: 1_000_000,
};

export async function native(
  kind: NativeKindName,
  url: string,
  settings: ModelSettings = {},
  bounds: Partial<typeof BOUNDS> = {},
  auth: Auth = 'key',
): Promise<Provider> {
  const models = new Map([['some/model', settings]]);
  const provider = createNativeProvider({
    ...{ ...BOUNDS, ...bounds },
    ...{ name: kind, adapter: await NATIVE_KINDS[kind].load(), apiKey: 'a-key', models, auth },
    baseUrl: url,
  });
  onTestFinished(() => provider.close());
  return provider;
}

interface Recording<Request, Response> {
  name: string;
  path: string;
  status: number;
  contentType: string;
  request: Request;
  response?: Response;
  responseText?: string;
  responseBase64?: string;
}

const FOLDER = join(import.meta.dirname, '../recorded/native');

export function recordingsOf<Request, Response>(folder: string): Recording<Request, Response>[] {
  return globSync(`${folder}/*.json`, { cwd: FOLDER })
    .toSorted()
    .map((name) => ({ ...JSON.parse(readFileSync(join(FOLDER, name), 'utf8')), name }));
}

type Played = Pick<Recording<unknown, unknown>, 'status' | 'contentType'> & Body;

interface Body {
  response?: unknown;
  responseText?: string;
  responseBase64?: string;
}

/** What the provider makes of the recorded answer, which a server plays byte for byte. */
export async function play(kind: NativeKindName, { status, contentType, ...body }: Played) {
  const upstream = await startUpstream((response) => {
    response.writeHead(status, { 'content-type': contentType });
    response.end(bytesOf(body));
  });
  return submit(await native(kind, upstream.url));
}

function bytesOf({ response, responseText, responseBase64 }: Body): Buffer {
  if (responseBase64 !== undefined) return Buffer.from(responseBase64, 'base64');
  return Buffer.from(responseText ?? JSON.stringify(response));
}

/** The request that the provider sends for a submission, and how it is answered with this status. */
export async function sent(
  kind: NativeKindName,
  changes: Partial<Submission>,
  settings: ModelSettings = {},
) {
  const upstream = await startUpstream((response) => json(response, 400, {}));
  await submit(await native(kind, upstream.url, settings), changes);
  return upstream.received[0]!;
}

/** The JSON of the events of a stream. */
export function eventsOf<Event>(text: string): Event[] {
  return text
    .split('\n')
    .flatMap((line) => (/^data: ?\{/.test(line) ? [JSON.parse(line.slice('data:'.length))] : []));
}

/** Without members that are undefined. */
export function known<Counts extends object>(counts: Counts): Partial<Counts> {
  return Object.fromEntries(
    Object.entries(counts).filter(([, count]) => count !== undefined),
  ) as Partial<Counts>;
}
