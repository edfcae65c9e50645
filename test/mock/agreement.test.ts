/**
 * The mock answers as the service does: the same requests are sent to both, and each answer of one is that of the other,
 * member by member and header by header, except for ids and times, and for the differences that the guide lists.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startMock } from '../../scripts/mock/index.ts';
import { document, examplesOf, operation as nodeOf, root } from '../contract/document.ts';
import { exchange } from '../service/connection.ts';
import { type Contract, documented, operations } from '../support/contract.ts';
import { type Answer, contract, PLENTY, PROMPTS, startService } from '../support/service.ts';
import {
  type Made,
  type Planned,
  parametersOf,
  SENT,
  type Sent,
  UNSENT,
} from './agreement-requests.ts';

/** What a play needs of the mock or of the service. */
interface Side {
  url: string;
  publicUrl: string;
  port: number;
  key: string;
  /** What each answer of the service is held to; so is the mock, which has to answer alike. */
  contract?: Contract;
}
/** Whoever has so many units. */
type SideOf = (credit: number) => Promise<Side>;

/** The answers by the names of the requests. */
type Answers = Map<string, Answer>;

/** The answers of one side, with the ids and times of that side. */
async function play(
  planned: Planned[],
  sideOf: SideOf,
  answers: Answers,
  before: () => void = () => {},
): Promise<void> {
  const made: Made = (name) => {
    const { headers, text } = answers.get(name)!;
    return { etag: headers.get('etag') ?? '', body: JSON.parse(text) };
  };
  for (const { name, send } of planned) {
    const sent = typeof send === 'function' ? send(made) : send;
    const side = await sideOf(sent.credit ?? PLENTY);
    before();
    const asking = () => ask(side, sent, `request-${answers.size}`);
    let answer = await asking();
    // On a busy machine, a run may take longer than a caller waits.
    while (isAwaited(sent) && answer.headers.has('retry-after')) answer = await asking();
    answers.set(name, answer);
  }
}

function isAwaited({ operation, headers }: Sent): boolean {
  return operation.startsWith('get') && headers?.Prefer !== undefined;
}

async function ask(side: Side, sent: Sent, requestKey: string): Promise<Answer> {
  const operation = operations.find(({ id }) => id === sent.operation)!;
  const { takesBody, takesRequestKey } = operation;
  const { method = operation.method } = sent;
  const target = targetOf(operation, sent);
  const headers = new Headers({
    ...{ Authorization: `Bearer ${side.key}`, 'Accept-Encoding': 'identity' },
    ...(takesBody && { 'Content-Type': 'application/json' }),
    ...(takesRequestKey && { 'Idempotency-Key': requestKey }),
    ...sent.headers,
  });
  for (const name of sent.without ?? []) headers.delete(name);
  if (sent.isHuge) {
    const fields = [...headers, ['Content-Length', 10 ** 9] as const];
    return exchange(side, { method, target, fields });
  }
  const { body = takesBody ? examplesOf(nodeOf(sent.operation))[0]?.value : undefined } = sent;
  const response = await fetch(side.url + target, {
    ...{ method, headers, redirect: 'manual' },
    ...(takesBody && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const { status } = response;
  const answer = { status, headers: response.headers, text: await response.text() };
  side.contract?.check({ ...answer, method, target, publicUrl: side.publicUrl });
  return answer;
}

function targetOf({ id, path, query }: (typeof operations)[number], sent: Sent): string {
  const values = Object.fromEntries(parametersOf(id).map(({ name, example }) => [name, example]));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(sent.path?.[name] ?? values[name])),
  );
  const needed = new URLSearchParams({
    ...(query as Record<string, string>),
    ...sent.given,
  }).toString();
  const all = [needed, sent.query ?? ''].filter((text) => text !== '').join('&');
  return all === '' ? filled : `${filled}?${all}`;
}

/* The two sides. */

async function playMock(): Promise<Answers> {
  const answers: Answers = new Map();
  const mocks = new Map<number, ReturnType<typeof open>>();
  async function open(credit: number) {
    const mock = await startMock({ document, port: 0, credit: credit / PLENTY });
    const { url } = mock;
    const port = Number(new URL(url).port);
    return { ...mock, publicUrl: url, port, key: 'any' };
  }
  const sideOf = (credit: number) => {
    const mock = mocks.get(credit) ?? open(credit);
    mocks.set(credit, mock);
    return mock;
  };
  // Runs advance when they are read, and not because the machine is slow.
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    await play(UNSENT, sideOf, answers, () => vi.setSystemTime(Date.now() + 1));
    // The sandbox works by the clock.
    vi.useRealTimers();
    await play(SENT, sideOf, answers);
  } finally {
    vi.useRealTimers();
    for (const mock of mocks.values()) await (await mock).close();
  }
  return answers;
}

/** The limits that a deployment has by default. */
const DEFAULTS = {
  MAX_PROMPT_CHARS: '',
  MAX_OUTPUT_TOKENS: '',
  COMPUTE_MAX_INPUT_BYTES: '',
};

async function playService(): Promise<Answers> {
  const answers: Answers = new Map();
  const api = await startService({ parts: ['api'], environment: DEFAULTS });
  const tenants = new Map<number, ReturnType<typeof open>>();
  async function open(amount: number) {
    const tenant = await api.tenant({ amount });
    const { url, publicUrl, port } = api;
    for (const body of savedPrompts()) await tenant.create(body, { path: PROMPTS });
    return { url, publicUrl, port, key: tenant.key.key, contract };
  }
  const sideOf = (credit: number) => {
    const tenant = tenants.get(credit) ?? open(credit);
    tenants.set(credit, tenant);
    return tenant;
  };
  try {
    await play(UNSENT, sideOf, answers);
    const { database } = api;
    const worker = await startService({ parts: ['worker'], environment: DEFAULTS, database });
    try {
      await play(SENT, sideOf, answers);
    } finally {
      await worker.close();
    }
  } finally {
    await api.close();
  }
  return answers;
}

/** What the mock has of the prompt of the examples. */
function savedPrompts(): object[] {
  const [text, messages] = examplesOf(nodeOf('createPromptVersion')).map(({ value }) => value);
  return [...Array(6).fill(text), { ...messages, labels: ['production'] }];
}

/* What is compared. */

type Values = Map<string, unknown>;

/** Answers as values by their places, in the order of the requests. */
function readAll(of: string, answers: Answers): Map<string, Values> {
  const numbers = new Map<string, Map<string, number>>();
  const numberOf = (what: string, text: string) => {
    const known = numbers.get(what) ?? new Map<string, number>();
    numbers.set(what, known);
    known.set(text, known.get(text) ?? known.size + 1);
    return `${what} ${known.get(text)}`;
  };

  function plain(place: string, text: string): string {
    const name = /\/(providerReference|nextCursor)$/.exec(place)?.[1];
    if (name !== undefined) return numberOf(name, text);
    return text
      .replaceAll(/http:\/\/(127\.0\.0\.1|localhost):\d+/g, '')
      .replaceAll(MOMENT, 'a moment')
      .replaceAll(ID, (id) => numberOf(id.split('_')[0]!, id))
      .replaceAll(HEX, (hex) => numberOf('trace', hex));
  }

  function add(values: Values, place: string, value: unknown): void {
    if (typeof value !== 'object' || value === null) {
      values.set(
        place,
        typeof value === 'string' ? plain(place, value) : TIMES.test(place) ? 'a time' : value,
      );
      return;
    }
    const members = Object.entries(value);
    if (members.length === 0) values.set(place, Array.isArray(value) ? '[]' : '{}');
    // Ids are numbered in the same order, whatever the order of members is.
    const sorted = members.sort(
      ([one], [other]) => Number(one) - Number(other) || 0 || (one < other ? -1 : 1),
    );
    for (const [name, member] of sorted) add(values, `${place}/${name}`, member);
  }

  function read(name: string, { status, headers, text }: Answer): Values {
    const [operation = ''] = name.split(':');
    const values: Values = new Map([['status', status]]);
    const ownId = headers.get('x-request-id') ?? '';
    for (const [name, value] of headers) {
      if (NOT_COMPARED.has(name)) continue;
      const shown = name === 'ratelimit' ? value.replaceAll(/\b([rt])=\d+/g, '$1=n') : value;
      add(values, `headers/${name}`, shown);
    }
    if (ALWAYS_EXAMPLES.has(operation) && status < 400) return values.set('body', `that of ${of}`);
    const isJson = text !== '' && /json$/.test(headers.get('content-type') ?? '');
    add(values, 'body', isJson ? JSON.parse(text.replaceAll(ownId, 'its id')) : text);
    return values;
  }

  return new Map([...answers].map(([name, answer]) => [name, read(name, answer)]));
}

/** What the guide says of them is the difference. */
const ALWAYS_EXAMPLES = new Set([
  ...['listTraces', 'getTrace', 'getSpan', 'listSpans', 'listSessions', 'listEndUsers'],
  ...['createSpans', 'queryMetrics', 'getExport', 'getPromptUsage', 'listCustomerSpending'],
  ...['listEndpoints', 'createEndpoint', 'getEndpoint', 'updateEndpoint', 'deleteEndpoint'],
  ...['rotateEndpointSecret', 'listEndpointMessages', 'createEndpointResend'],
  ...['listAlerts', 'getAlertSettings', 'updateAlertSettings'],
  ...['listSavedExports', 'createSavedExport', 'getSavedExport', 'deleteSavedExport'],
  'getSavedExportFile',
  ...['getBillingWallet', 'listBillingEntries', 'listBillingGrants', 'listBillingPayments'],
  ...['createBillingPayment', 'getBillingPayment', 'getBillingRecharge', 'updateBillingRecharge'],
  ...['deleteBillingRecharge', 'createBillingCardPage', 'getBillingDetails'],
  ...[
    'createBillingDetailsPage',
    'listApiKeys',
    'createApiKey',
    'getApiKey',
    'updateApiKey',
    'rotateApiKey',
    'revokeApiKey',
  ],
]);
const TIMES = /\/(\w+Ms|remaining)$/;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const ID = /\b(t?run|job|key|scr|cgr)_[0-9a-z]{26}\b/g;
/** Of traces and spans. */
const HEX = /\b([0-9a-f]{32}|[0-9a-f]{16})\b/g;
const NOT_COMPARED = new Set([
  ...['date', 'connection', 'keep-alive', 'x-request-id', 'content-length', 'transfer-encoding'],
]);

interface Difference {
  /** Request and place. */
  of: RegExp;
  why: string;
}

/** The guide lists them in the same words. */
const DIFFERENCES: Difference[] = [
  {
    of: /^(list(Traces|Spans|Sessions|EndUsers)|createSpans|getPromptUsage|getExport|listCustomerSpending): .* body$/,
    why: 'Traces, spans, sessions, end users, metrics, exports, the usage of prompts and the spending of customers are always the examples.',
  },
  {
    of: /^[a-z]+ApiKeys?: |^[a-z]+Endpoint(s|Secret|Messages|Resend)?: |^[a-z]+(Alert|SavedExport|Billing[A-Z])/,
    why: 'Keys, webhook endpoints, alerts, saved exports and everything under `/v1/developer/billing` are always the examples: none is created, changed or refused.',
  },
  {
    of: /Jobs?: .* body\/.*((charged|fee|list)Amount|maxMemoryBytes|std(out|err)Bytes)$/,
    why: 'A job runs no code: what it took, what it cost and what it wrote is always the same.',
  },
  {
    of: /^getAccount: with what it spent body\/.*(spendable|available)Amount$/,
    why: 'A job runs no code: what it took, what it cost and what it wrote is always the same.',
  },
  {
    of: /(Run|Job): .* headers\/etag$/,
    why: 'The number in the `ETag` of a run that is looked up or watched is another one: the mock asks more often.',
  },
  {
    of: /^getAccount: .* body\/quotas\/\d+\/(used|freesAt)$/,
    why: 'Nothing counts towards a quota.',
  },
  {
    of: /^(getModelRun: that the contract shows|updateCustomer: with a body of no members) /,
    why: 'What the documentation shows by its `id` exists.',
  },
];

/** Codes that need many requests or a fault, or another key than that of the mock, which may do everything. */
const NOT_BY_ONE_REQUEST = new Set([
  ...['rate_limited', 'too_many_pending_runs', 'too_many_scores'],
  ...['request_timeout', 'internal_error', 'overloaded', 'shutting_down'],
  ...[
    'insufficient_scope',
    'exceeds_own_rights',
    'workspace_in_debt',
    'workspace_suspended',
    'model_not_allowed',
    'spending_limit_reached',
    'label_protected',
  ],
  ...['quota_exceeded', 'ingest_quota_exceeded'],
]);

/** What only a deployment without payments answers. */
const WITHOUT_PAYMENTS = new Set([
  ...['createBillingPayment', 'updateBillingRecharge', 'getBillingDetails'],
  'createBillingDetailsPage',
]);

/** What costs more the longer it takes. */
const BY_THE_SECOND = /ToolRun: slow.* body\/\w+Amount$/;

function disagreements(name: string): string[] {
  const [one, other] = [mock.get(name)!, service.get(name)!];
  const places = [...new Set([...one.keys(), ...other.keys()])];
  return places.flatMap((place) => {
    const [ofMock, ofService] = [one.get(place), other.get(place)];
    if (ofMock === ofService || BY_THE_SECOND.test(`${name} ${place}`)) return [];
    const known = DIFFERENCES.filter(({ of }) => of.test(`${name} ${place}`));
    for (const { why } of known) met.add(why);
    return known.length > 0 ? [] : [`${place}: the mock has ${ofMock}, the service ${ofService}`];
  });
}

const COMPARED = [...UNSENT, ...SENT].flatMap(({ name, isSetUp }) => (isSetUp ? [] : name));

let mock: Map<string, Values>;
let service: Map<string, Values>;
const met = new Set<string>();
beforeAll(async () => {
  mock = readAll('the mock', await playMock());
  service = readAll('the service', await playService());
}, 600_000);

describe('the mock answers as the service does', () => {
  it.each(COMPARED)('%s', (name) => {
    expect(disagreements(name)).toEqual([]);
  });

  /** It is a conflict beyond 100 grants. */
  const afterAHundred = ['createCustomerGrant', 'createSavedExport'];

  it('to every operation, and with every code that one request can bring about', () => {
    const isKept = ([id = '', , code = '']: string[]) =>
      operations.some((each) => each.id === id && each.path.startsWith('/v1/')) &&
      !NOT_BY_ONE_REQUEST.has(code) &&
      !(code === 'conflict' && (WITHOUT_PAYMENTS.has(id) || afterAHundred.includes(id)));
    const possible = [...documented().codes].map((sight) => sight.split(' ')).filter(isKept);
    const seen = [...service].map(([name, values]) =>
      [name.split(':')[0], values.get('status'), values.get('body/code')].join(' '),
    );
    const unseen = possible.map((sight) => sight.join(' ')).filter((each) => !seen.includes(each));
    expect(unseen).toEqual([]);
  });

  it('except for the differences that the guide lists, each of which there is', () => {
    const guide = readFileSync(join(root, 'openapi/docs/guides/20-mock-and-sandbox.md'), 'utf8');
    const [, list = ''] = guide.split('{% #differences %}');
    const listed = list.split('\n#')[0]!.match(/(?<=^- ).*$/gm);
    const whys = [...new Set(DIFFERENCES.map(({ why }) => why))];
    expect(listed).toEqual(whys);
    expect([...met].sort()).toEqual(whys.sort());
  });
});
