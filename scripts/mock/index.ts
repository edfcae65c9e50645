/**
 * The mock on loopback, for browsers of any origin: the app of the service, whose gate and validator every request
 * passes, over the handlers of the mock. An example is the answer where the service would ask a database that the mock has
 * not, and of a request that asks for one.
 */
import type { RequestHandler, Response } from 'express';
import {
  type ApiDocument,
  createApp,
  createDocs,
  createTexts,
  type GuideTexts,
} from '../../server/platform/http/index.ts';
import { routesOf } from '../../server/platform/http/operations.ts';
import type { AnyHandler } from '../../server/platform/http/serve-api.ts';
import { exchangeOf } from '../../server/platform/http/server.ts';
import { NOT_FOUND, Problem } from '../../server/platform/lib/problem.ts';
import type { NewVersion } from '../../server/prompts/index.ts';
import {
  asksForExample,
  choose,
  createPlayer,
  type Operation,
  readOperations,
  replyWith,
} from './examples.ts';
import { Shown } from './kernel.ts';
import { openMockService } from './service.ts';

export { type Operation, readOperations } from './examples.ts';

export interface MockOptions {
  /** The bundled document. */
  document: object;
  /** The port; 0 takes any free one. */
  port: number;
  /** The documentation page and the guides as texts, if they have been built. */
  docs?: Buffer | undefined;
  texts?: GuideTexts | undefined;
  /** What the wallet begins with, in US dollars. */
  credit?: number;
}

export interface Mock {
  url: string;
  operations: Operation[];
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const CREDIT = 1_000;

/** What a handler has of a request. */
interface Input {
  params: Record<string, string>;
  requestKey?: string;
  waitSeconds?: number;
  signal: AbortSignal;
}

/** Rejects if the port is taken. */
export async function startMock({
  port,
  credit = CREDIT,
  docs,
  texts,
  ...given
}: MockOptions): Promise<Mock> {
  const document = given.document as ApiDocument;
  const operations = await readOperations(document);
  const playChoice = createPlayer();
  const service = await openMockService({ credit, prompt: promptOf(operations) });
  /** Requests under way, by their signals. */
  const under = new WeakMap<AbortSignal, { prefer: string; res: Response }>();

  function answering(operation: Operation, allow: string, own: AnyHandler): AnyHandler {
    async function play(prefer: string, { params, requestKey, waitSeconds, signal }: Input) {
      const played = await playChoice(choose(prefer, operation));
      // What is refused before the key is known counts for no key.
      if (!('ratelimit' in played.headers)) {
        for (const name of ['RateLimit', 'RateLimit-Policy'])
          under.get(signal)?.res.removeHeader(name);
      }
      return replyWith(played, { requestKey, waitSeconds, id: params.id, allow });
    }

    /** What the document names as an example is there, although nobody created it. */
    const isShown = ({ params }: Input) =>
      Object.entries(operation.named).every(([name, value]) => params[name] === value);

    return async (input: Input) => {
      const { prefer } = under.get(input.signal)!;
      if (asksForExample(prefer)) return play(prefer, input);
      try {
        return await own(input as never);
      } catch (error) {
        const isMissing = error instanceof Problem && error.code === 'not_found';
        if (!(error instanceof Shown) && !isMissing) throw error;
        if (!isShown(input)) throw isMissing ? error : new Problem('not_found', NOT_FOUND);
      }
      const reply = await play('', input);
      // A list of examples has one page.
      return isPage(reply.body) ? { ...reply, body: { ...reply.body, nextCursor: null } } : reply;
    };
  }

  const allowed = new Map(
    routesOf(document).flatMap((route) => route.operations.map(({ id }) => [id, route.allow])),
  );
  const app = createApp({
    ...service.app,
    ...{ document, validatesResponses: false },
    publicUrl: (taken) => `http://${HOST}:${taken}`,
    ...(docs && { docs: createDocs(docs) }),
    ...(texts && { texts: createTexts(texts) }),
    before(req, res, next) {
      under.set(exchangeOf(res).signal, { prefer: [req.headers.prefer].flat().join(', '), res });
      serveBrowsers(req, res, next);
    },
    wrap: (handlers) =>
      Object.fromEntries(
        operations.map((each) => [
          each.id,
          answering(each, allowed.get(each.id)!, handlers[each.id]!),
        ]),
      ),
  });
  const taken = await app.listen(HOST, port).catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  return {
    ...{ url: `http://${HOST}:${taken}`, operations },
    async close() {
      await app.drain(0);
      await service.close();
    },
  };
}

/** The versions of the prompt that the examples name. */
function promptOf(operations: readonly Operation[]): NewVersion[] {
  const { bodies } = operations.find(({ id }) => id === 'createPromptVersion')!;
  const [text, messages] = bodies as [NewVersion, NewVersion];
  return [...Array<NewVersion>(6).fill(text), { ...messages, labels: ['production'] }];
}

function isPage(body: unknown): body is { nextCursor: string | null } {
  return typeof body === 'object' && body !== null && 'nextCursor' in body;
}

/** Every origin may call, and read every header of the contract. A refusal has these headers as well. */
const serveBrowsers: RequestHandler = ({ method, headers }, res, next) => {
  if (headers.origin === undefined) return next();
  const wanted = headers['access-control-request-method'];
  const cors = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': EXPOSED.join(', '),
    ...(wanted && {
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
      // Allows any header that a page sends, because tracing libraries add their own.
      'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '*',
      'Access-Control-Max-Age': '600',
    }),
  };
  const { writeHead } = res;
  res.writeHead = (...args: unknown[]) => {
    for (const [name, value] of Object.entries(cors)) res.setHeader(name, value);
    return writeHead.apply(res, args as never);
  };
  if (method === 'OPTIONS' && wanted) res.writeHead(204).end();
  else next();
};

const EXPOSED = [
  ...['X-Request-Id', 'ETag', 'Location', 'Content-Location', 'Retry-After', 'Preference-Applied'],
  ...['Idempotent-Replayed', 'RateLimit', 'RateLimit-Policy', 'WWW-Authenticate', 'Allow'],
];
