/**
 * Runs of models with two upstreams that have different adapters: `claude` is of the kind `anthropic`, `local` has a
 * chat-completions API. What each upstream does to a run is in the text of the run. The rules say how a run must end.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Principal } from '../../server/keys/index.ts';
import { createCatalog } from '../../server/model-runs/providers/catalog.ts';
import {
  createNativeProvider,
  createOpenAiCompatibleProvider,
  createRegistry,
  type Model,
} from '../../server/model-runs/providers/index.ts';
import { NATIVE_KINDS } from '../../server/model-runs/providers/native-kinds.ts';
import { GOOD_ANSWERS } from '../providers/native/good-answers.ts';
import { WHOLE_STREAM } from '../providers/upstream.ts';
import { type Run, request, startTestRuns } from '../support/model-runs.ts';

export const DIALECTS = ['claude', 'local'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** What a behavior proves: whether the upstream may have carried the run out, and whether another one may get it. */
export type Meaning = 'answers' | 'turns it away' | 'refuses it' | 'tells nothing';

export interface Behavior {
  name: string;
  means: Record<Dialect, Meaning>;
  /** Absent if nobody listens there. */
  answer?(response: ServerResponse, dialect: Dialect): void;
}

const GOOD: Record<Dialect, Buffer> = {
  claude: GOOD_ANSWERS.anthropic.bytes,
  local: Buffer.from(
    WHOLE_STREAM.map((event) => {
      return `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;
    }).join(''),
  ),
};
const FAILING: Record<Dialect, string> = {
  claude: GOOD_ANSWERS.anthropic.failing.toString(),
  local: `${GOOD.local.toString().slice(0, 150)}\n\ndata: {"error":{"code":502,"message":"no"}}\n\n`,
};

const begin = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });
const both = (meaning: Meaning) => ({ claude: meaning, local: meaning });

/** What the table of statuses of Anthropic says, and what other servers prove. */
const STATUSES: [number, Record<Dialect, Meaning>][] = [
  ...[400, 404, 413].map((code): [number, Record<Dialect, Meaning>] => [code, both('refuses it')]),
  ...[401, 402, 429].map((code): [number, Record<Dialect, Meaning>] => [
    code,
    both('turns it away'),
  ]),
  // Anthropic says it of credentials.
  [403, { claude: 'turns it away', local: 'refuses it' }],
  [422, { claude: 'tells nothing', local: 'refuses it' }],
  // Anthropic is overloaded and has not begun; from others it may come from a gateway.
  [529, { claude: 'turns it away', local: 'tells nothing' }],
  ...[307, 408, 500, 502, 503, 504].map((code): [number, Record<Dialect, Meaning>] => [
    code,
    both('tells nothing'),
  ]),
];

export const ANSWERS: Behavior = {
  ...{ name: 'answers', means: both('answers') },
  answer: (response, dialect) => void begin(response).end(GOOD[dialect]),
};

export const BEHAVIORS: readonly Behavior[] = [
  ANSWERS,
  { name: 'is away', means: both('turns it away') },
  ...STATUSES.map(([code, means]): Behavior => {
    return {
      ...{ name: `answers ${code}`, means },
      answer(response, dialect) {
        const error = { type: 'an_error', code, message: 'no' };
        const body = dialect === 'claude' ? { type: 'error', error } : { error };
        const headers = { 'content-type': 'application/json', location: 'http://127.0.0.1:1/' };
        response.writeHead(code, headers).end(JSON.stringify(body));
      },
    };
  }),
  ...(
    [
      ['resets the connection', (response) => void response.socket?.resetAndDestroy()],
      [
        'resets after the headers',
        (response) => {
          begin(response).write(': soon\n\n', () => response.socket?.resetAndDestroy());
        },
      ],
      [
        'breaks off in the middle',
        (response, dialect) => {
          begin(response).end(GOOD[dialect].subarray(0, GOOD[dialect].length / 2));
        },
      ],
      ['fails in the middle', (response, dialect) => void begin(response).end(FAILING[dialect])],
      ['answers no JSON', (response) => void begin(response).end('data: {"cho\n\n')],
      ['answers with a page', (response) => void response.end('<html>')],
    ] satisfies [string, Behavior['answer']][]
  ).map(([name, answer]): Behavior => ({ name, means: both('tells nothing'), answer })),
];

const BY_NAME = new Map(BEHAVIORS.map((behavior) => [behavior.name, behavior]));

/** What a run meets: first at one upstream, and then, if it gets there, at the other one. */
export interface Course {
  first: Dialect;
  behaviors: Record<Dialect, Behavior>;
}

interface Expected {
  /** `completed`, or the codes with which it may fail. */
  as: readonly string[];
  /** Who answers, if anybody does. */
  by?: Dialect;
  /** How often each upstream gets it; undefined for any number, if each turns it away again and again. */
  posts?: Record<Dialect, number>;
}

/** The rules, as simply as possible. */
export function expectedOf({ first, behaviors }: Course): Expected {
  const second = otherThan(first);
  const meaningOf = (dialect: Dialect) => behaviors[dialect].means[dialect];
  const posted = (dialect: Dialect) => (behaviors[dialect].answer ? 1 : 0);
  const last = meaningOf(first) === 'turns it away' ? second : first;
  const posts = { claude: 0, local: 0, [last]: posted(last) };
  if (last === second) posts[first] = posted(first);
  switch (meaningOf(last)) {
    case 'answers':
      return { as: ['completed'], by: last, posts };
    case 'refuses it':
      return { as: ['provider_refused'], posts };
    case 'tells nothing':
      return { as: ['outcome_unknown'], posts };
    case 'turns it away':
      return { as: ['run_expired', 'provider_refused', 'provider_unavailable'] };
  }
}

export function otherThan(dialect: Dialect): Dialect {
  return dialect === 'claude' ? 'local' : 'claude';
}

/** What the answer of each costs by its price list, in billionths of a dollar. */
export const LIST_AMOUNTS: Record<Dialect, number> = {
  claude: 3 * 10_000 + 5 * 20_000,
  local: 3 * 1_000 + 2 * 2_000,
};
const PRICES: Record<Dialect, Model['pricing']> = {
  claude: { prompt: '0.000010', completion: '0.000020' },
  local: { prompt: '0.000001', completion: '0.000002' },
};

export const chargeFor = (amount: number): number => amount + Math.ceil(amount * 0.05);

/** More than any test sends; each provider has room for as many outcomes. */
const NEVER_OPEN = { outOf: 10_000, atLeast: 10_000 };
const BOUNDS = {
  ...{ connectTimeoutMs: 10_000, requestTimeoutMs: 60_000, maxInFlight: 64 },
  ...{ maxAnswerBytes: 100_000, apiKey: 'key' },
};

export type TwoUpstreams = Awaited<ReturnType<typeof openTwoUpstreams>>;

export async function openTwoUpstreams() {
  const t = await startTestRuns();
  /** What each upstream did to each run, by the name in the text of the run. */
  const received = new Map<string, { at: Dialect; did: Meaning }[]>();
  const servers = await Promise.all(DIALECTS.map((dialect) => startServer(dialect, received)));
  const urls = { claude: servers[0]!.url, local: servers[1]!.url };
  const adapter = await NATIVE_KINDS.anthropic.load();
  const providers = [urls, { claude: NOBODY, local: NOBODY }].flatMap(({ claude, local }, i) => [
    createNativeProvider({ ...BOUNDS, name: nameOf('claude', i === 1), adapter, baseUrl: claude }),
    createOpenAiCompatibleProvider({ ...BOUNDS, name: nameOf('local', i === 1), baseUrl: local }),
  ]);
  const registry = createRegistry(providers);
  const sources = [{ name: 'the test', models: MODELS }];
  const catalog = await createCatalog({ db: t.db, sources, synced: [] });
  const times = { reconcileGraceMs: 300, reconcileDeadlineMs: 3_000, priceDeadlineMs: 3_000 };
  const runsFor = (runDeadlineMs: number) =>
    t.build({ catalog, registry, circuits: NEVER_OPEN, times: { ...times, runDeadlineMs } });
  const lasting = runsFor(120_000);
  /** For runs that nobody takes. */
  const expiring = runsFor(3_000);
  await t.startWorker({ work: lasting, providers, leaseMs: 20_000 });
  await t.listen();

  return {
    t,
    /** Creates the run; the returned name finds what the upstreams did. Throws if it is refused. */
    async create(principal: Principal, course: Course) {
      const { first, behaviors } = course;
      const name = randomUUID();
      const did = { claude: behaviors.claude.name, local: behaviors.local.name };
      const runs = expectedOf(course).posts ? lasting : expiring;
      const { run } = await runs.create(principal, {
        idempotencyKey: name,
        body: request(modelIdOf(course, first), {
          messages: [{ role: 'user', content: JSON.stringify({ name, did }) }],
        }),
      });
      return { name, run, end: (): Promise<Run> => t.end(principal, run, runs), runs };
    },
    did: (name: string) => received.get(name) ?? [],
    async close() {
      await t.close();
      catalog.close();
      await registry.close();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

const NOBODY = 'http://127.0.0.1:1';

function nameOf(dialect: Dialect, isAway: boolean): string {
  return isAway ? `${dialect}-away` : dialect;
}

function modelIdOf({ behaviors }: Course, first: Dialect): string {
  const names = [first, otherThan(first)].map((dialect) =>
    nameOf(dialect, !behaviors[dialect].answer),
  );
  return `two/${names.join('-then-')}`;
}

/** Each order of the two, and each of them at an address where nobody listens. */
const MODELS: Model[] = DIALECTS.flatMap((first) =>
  [0, 1, 2, 3].map((away): Model => {
    const second = otherThan(first);
    const names = [nameOf(first, (away & 1) > 0), nameOf(second, (away & 2) > 0)] as const;
    return {
      ...{ id: `two/${names.join('-then-')}`, name: 'Two', pricing: PRICES[first] },
      ...{ provider: names[0], providerModel: 'a-model' },
      fallbacks: [
        ...[{ provider: names[1], providerModel: 'a-model', pricing: PRICES[second] }].map(
          (fallback) => ({ ...fallback, reasoning: 'nothing' as const }),
        ),
      ],
      capabilities: { tools: false, reasoning: 'nothing' },
      ...{ supportedParameters: [], inputModalities: ['text'] },
      templateTokens: { perRequest: 10, perMessage: 5 },
    };
  }),
);

async function startServer(
  dialect: Dialect,
  received: Map<string, { at: Dialect; did: Meaning }[]>,
) {
  const server = createServer(async (incoming, response) => {
    response.on('error', () => {});
    let text = '';
    for await (const piece of incoming.setEncoding('utf8')) text += piece;
    const { messages } = JSON.parse(text) as {
      messages: { content: string | { text: string }[] }[];
    };
    const { content } = messages[0]!;
    const { name, did } = JSON.parse(typeof content === 'string' ? content : content[0]!.text) as {
      name: string;
      did: Record<Dialect, string>;
    };
    const behavior = BY_NAME.get(did[dialect])!;
    const known = received.get(name) ?? [];
    received.set(name, [...known, { at: dialect, did: behavior.means[dialect] }]);
    behavior.answer!(response, dialect);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The part of what a run shows that the rules are about, and what they say of it. */
export function faultsOf(
  course: Course,
  ended: Run,
  did: readonly { at: Dialect; did: Meaning }[],
  mayBeCancelled = false,
): string[] {
  const { as, by, posts } = expectedOf(course);
  const ending = ended.error?.code ?? ended.state;
  const isCancelled = mayBeCancelled && ending === 'cancelled';
  const faults: string[] = [];
  const require = (holds: boolean, what: string) => {
    if (!holds) faults.push(`${what}: ${JSON.stringify({ course, ending, did })}`);
  };
  require(isCancelled || as.includes(ending), `ends as one of ${as}`);
  const charged = ending === 'completed' && by ? chargeFor(LIST_AMOUNTS[by]) : 0;
  require((ended.chargedAmount ?? 0) === charged, `is charged ${charged}`);
  for (const dialect of DIALECTS) {
    const sent = did.filter(({ at }) => at === dialect).length;
    const isAsOften = posts === undefined || sent === posts[dialect];
    require(isCancelled
      ? posts === undefined || sent <= posts[dialect]
      : isAsOften, `is sent to ${dialect} ${posts?.[dialect]} times`);
  }
  // After the first send that may have been carried out, there is no other one.
  const mayHaveRun = did.findIndex(
    (each) => each.did === 'answers' || each.did === 'tells nothing',
  );
  require(mayHaveRun < 0 ||
    mayHaveRun === did.length - 1, 'is never sent after it may have been carried out');
  return faults;
}
