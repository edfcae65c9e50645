/**
 * What an upstream can do to a run, and how the run must end: its state, the code of its error, and the money. One row
 * per fault; the rules come from `server/providers/provider.ts` and `server/runs/outcomes.ts`.
 */
import type { ServerResponse } from 'node:http';
import type { CreateRequest } from '../../server/model-runs/index.ts';
import { delta, stream } from '../providers/upstream.ts';
import { answerJson } from './fixtures.ts';
import type { Wire } from './wires.ts';

export interface Fault {
  name: string;
  /** By default, at the upstream of the test. */
  at?: 'nowhere' | 'nobody listens' | 'no TLS' | 'never ready';
  /** `sent` counts the submissions of this run, from 1. */
  answer?(response: ServerResponse, sent: number, wire: Wire): void;
  /** The upstream sends nothing: the time limit of an answer ends it. */
  hangs?: boolean;
  /** What a look-up finds; nothing by default. */
  record?: object;
  tools?: CreateRequest['tools'];
  /** Whether a tool may be carried out twice. */
  isIdempotent?: boolean;
  /** The names of the kinds that can meet it; all by default. */
  of?: readonly string[];
  ends: Ending;
  /** The outcome of a tool run if it differs. */
  endsTool?: Ending;
}

export interface Ending {
  /** `completed`, or the code of the error. */
  as: string;
  /** How often each run is sent; 1 by default. */
  posts?: number;
  charged?: 'nothing' | 'cost' | 'list price' | 'hold';
  /** What the deployment bears, in units. */
  loss?: 'cost' | 'excess';
  /** Further requirements on the run. */
  shows?: object;
  /** An unknown member, which is left out. */
  lacks?: string;
}

/** 0.000012 dollars, in billionths. */
export const COST = 12_000;
const PRICED = { prompt_tokens: 3, completion_tokens: 2, cost: 0.000012 };
const UNPRICED = { prompt_tokens: 3, completion_tokens: 2 };
const ID = { 'x-generation-id': 'gen-1' };
const RAN = {
  id: 'gen-1',
  total_cost: 0.000012,
  finish_reason: 'stop',
  native_tokens_completion: 2,
};

const says =
  (events: (object | string)[], headers: Record<string, string> = ID) =>
  (response: ServerResponse) =>
    stream(response, events, headers);
const answers = (usage: object, more: object[] = []) =>
  says([
    delta({ content: 'Hello' }),
    ...more,
    delta({}, 'stop'),
    { id: 'gen-1', choices: [], usage },
    '[DONE]',
  ]);
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    answerJson(response, code, { error: { code, message: 'no' } });
  };
/** The first submission of each run meets the fault, the second gets an answer. */
const onlyAtFirst =
  (fault: (response: ServerResponse) => void) =>
  (response: ServerResponse, sent: number, wire: Wire) =>
    sent === 1 ? fault(response) : wire.answer(response);

const reset = (response: ServerResponse) => void response.socket?.resetAndDestroy();

const begins = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...ID });
  response.flushHeaders();
};

const EXPIRED: Ending = { as: 'run_expired', posts: 0, charged: 'nothing' };
const UNKNOWN: Ending = { as: 'outcome_unknown', charged: 'nothing' };
const REFUSED: Ending = { as: 'provider_refused', charged: 'nothing' };
const CHARGED: Ending = { as: 'completed', charged: 'cost' };
const BY_LIST: Ending = { as: 'completed', charged: 'list price' };

/** A tool reports no cost. */
const TOOL_CHARGED: Ending = { as: 'completed', charged: 'list price' };
/** The time of the run is over, and the service has asked for it to stop. */
const TIMED_OUT: Ending = { as: 'timed_out', charged: 'nothing' };

/** Faults that speak the wire of models. */
const MODEL_KINDS = ['model runs', 'toy runs'];
const TOOL_KIND = ['tool runs'];

const NOT_SENT: Fault[] = [
  { name: 'DNS failure', at: 'nowhere', ends: EXPIRED },
  { name: 'connection refused', at: 'nobody listens', ends: EXPIRED },
  { name: 'TLS failure', at: 'no TLS', ends: EXPIRED },
  { name: 'connect timeout', at: 'never ready', ends: EXPIRED },
];

const BROKEN: Fault[] = [
  {
    ...{ name: 'headers that never come', hangs: true, answer: () => {} },
    ...{ ends: UNKNOWN, endsTool: TIMED_OUT },
  },
  {
    ...{ name: 'a body that never comes', hangs: true, answer: begins },
    ...{ ends: UNKNOWN, endsTool: TIMED_OUT },
  },
  { name: 'reset before the headers', answer: reset, ends: UNKNOWN },
  {
    name: 'reset after the headers',
    answer(response) {
      begins(response);
      response.write(': soon\n\n', () => response.socket?.resetAndDestroy());
    },
    ends: UNKNOWN,
  },
  { name: 'truncated stream', answer: says([delta({ content: 'Hel' })]), ends: UNKNOWN },
  {
    name: 'truncated stream, and the record shows that it ran',
    ...{ answer: says([delta({ content: 'Hel' })]), record: RAN },
    of: MODEL_KINDS,
    ends: { as: 'answer_lost', charged: 'nothing', loss: 'cost' },
  },
  {
    name: 'truncated stream, and the record shows that it was cancelled',
    ...{ answer: says([]), record: { id: 'gen-1', total_cost: 0, cancelled: true } },
    of: MODEL_KINDS,
    ends: { as: 'provider_unavailable', charged: 'nothing' },
  },
  {
    name: 'malformed JSON',
    answer: says([delta({ content: 'a' }), '{"choices', '[DONE]']),
    ends: UNKNOWN,
  },
  {
    name: 'a page instead of an answer',
    answer: (r) => r.setHeader('content-type', 'text/html').end('<html>'),
    ends: UNKNOWN,
  },
  { name: 'redirect', answer: status(307, { location: 'http://127.0.0.1:1/' }), ends: UNKNOWN },
  {
    name: '200 with an error',
    answer: says([{ id: 'gen-1', error: { code: 502, message: 'x' } }]),
    ends: UNKNOWN,
  },
  {
    name: 'a body without end',
    answer(response) {
      begins(response);
      const more = () => {
        while (!response.destroyed && response.write(`data: ${'x'.repeat(65_536)}`));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    },
    ends: UNKNOWN,
  },
];

const STATUSES: Fault[] = [
  ...[400, 401, 402, 403, 404, 413, 422].map((code) => ({
    ...{ name: `${code}`, answer: status(code), ends: REFUSED },
  })),
  ...[408, 500, 502, 504, 524, 529].map((code) => ({
    ...{ name: `${code}`, answer: status(code), ends: UNKNOWN },
  })),
  // OpenRouter says that it has no provider for the model. Of a tool, a gateway may answer it after the call.
  ...Object.entries({ '503, once': {}, '503 with Retry-After, once': { 'retry-after': '0' } }).map(
    ([name, headers]) => ({
      ...{ name, answer: onlyAtFirst(status(503, headers)) },
      ...{ ends: { ...CHARGED, posts: 2 }, endsTool: UNKNOWN },
    }),
  ),
  {
    name: '429 with Retry-After, once',
    answer: onlyAtFirst(status(429, { 'retry-after': '0' })),
    ...{ ends: { ...CHARGED, posts: 2 }, endsTool: { ...TOOL_CHARGED, posts: 2 } },
  },
  {
    name: '429 without Retry-After, once',
    answer: onlyAtFirst(status(429)),
    ...{ ends: { ...CHARGED, posts: 2 }, endsTool: { ...TOOL_CHARGED, posts: 2 } },
  },
  {
    name: '429 with a long Retry-After',
    ...{ answer: status(429, { 'retry-after': '60' }), ends: { ...EXPIRED, posts: 1 } },
  },
  {
    name: '402 with Retry-After, once',
    answer: onlyAtFirst(status(402, { 'retry-after': '0' })),
    ...{ ends: { ...CHARGED, posts: 2 }, endsTool: REFUSED },
  },
];

const FIGURES: Fault[] = [
  { name: 'a cost', answer: answers(PRICED), ends: CHARGED },
  { name: 'no cost, and the record has it', answer: answers(UNPRICED), record: RAN, ends: CHARGED },
  { name: 'no cost, and no record ever', answer: answers(UNPRICED), ends: BY_LIST },
  {
    name: 'neither usage nor cost, ever',
    answer: says([delta({ content: 'Hello' }, 'stop'), '[DONE]']),
    ends: { as: 'completed', charged: 'nothing' },
  },
  {
    name: 'a cost above the hold',
    answer: answers({ ...UNPRICED, cost: 0.5 }),
    ends: { as: 'completed', charged: 'hold', loss: 'excess' },
  },
  { name: 'a negative cost', answer: answers({ ...UNPRICED, cost: -1 }), ends: BY_LIST },
  { name: 'an absurd cost', answer: answers({ ...UNPRICED, cost: 1e30 }), ends: BY_LIST },
  {
    name: 'usage that contradicts itself',
    answer: answers({ ...PRICED, completion_tokens: -7, prompt_tokens: 'three', total_tokens: 1 }),
    ends: { ...CHARGED, lacks: 'facts.usage' },
  },
  {
    name: 'two usages, of which the last one counts',
    answer: answers(PRICED, [{ id: 'gen-1', choices: [], usage: { ...PRICED, cost: 9 } }]),
    ends: CHARGED,
  },
];

const TOOLS = [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }];
const call = (id: string, args: string, index = 0) => ({
  tool_calls: [{ index, id, type: 'function', function: { name: 'look', arguments: args } }],
});
const calls = (...parts: object[]) =>
  says([
    ...parts.map((part) => delta(part)),
    delta({}, 'tool_calls'),
    { id: 'gen-1', choices: [], usage: PRICED },
    '[DONE]',
  ]);

const ANSWERS: Fault[] = [
  {
    name: 'an unknown finish reason',
    answer: says([
      delta({ content: 'Hi' }, 'bored'),
      { id: 'gen-1', choices: [], usage: PRICED },
      '[DONE]',
    ]),
    of: ['model runs'],
    ends: { ...CHARGED, shows: { facts: { finishReason: 'other' } } },
  },
  {
    name: 'broken arguments of a tool call',
    ...{ of: ['model runs'], tools: TOOLS, answer: calls(call('a', '{"city": ')) },
    ends: {
      ...CHARGED,
      shows: {
        answer: {
          message: {
            tool_calls: [{ id: 'a', function: { name: 'look', arguments: '{"city": ' } }],
          },
        },
      },
    },
  },
  {
    name: 'two calls with one id',
    ...{ of: ['model runs'], tools: TOOLS, answer: calls(call('a', '{}'), call('a', '{}', 1)) },
    // The second gets a name of our own: what is returned can be sent back.
    ends: {
      ...CHARGED,
      shows: { answer: { message: { tool_calls: [{ id: 'a' }, { id: 'a_1' }] } } },
    },
  },
  {
    name: 'an id that changes midway',
    answer: says(
      [
        delta({ content: 'Hi' }),
        { ...delta({}, 'stop'), id: 'gen-2' },
        { id: 'gen-3', choices: [], usage: PRICED },
        '[DONE]',
      ],
      {},
    ),
    ends: CHARGED,
  },
];

const OF_TOOLS: Fault[] = [
  {
    name: 'a good answer',
    answer: (response, _, wire) => wire.answer(response),
    ends: TOOL_CHARGED,
  },
  {
    name: 'an answer that says that the tool failed',
    answer: (response) => answerJson(response, 200, { content: [], isError: true }),
    ends: { as: 'tool_error', charged: 'nothing', shows: { answer: { isError: true } } },
  },
  {
    name: 'an output that breaks its schema',
    answer: (response) => answerJson(response, 200, { said: 1 }),
    ends: { as: 'invalid_output', charged: 'nothing' },
  },
  { name: '202, which tells nothing', answer: status(202), ends: UNKNOWN },
  {
    name: 'reset before the headers of a tool that may be repeated, once',
    ...{ isIdempotent: true, answer: onlyAtFirst(reset), ends: { ...TOOL_CHARGED, posts: 2 } },
  },
  {
    name: '503 with Retry-After of a tool that may be repeated, once',
    ...{ isIdempotent: true, answer: onlyAtFirst(status(503, { 'retry-after': '0' })) },
    ends: { ...TOOL_CHARGED, posts: 2 },
  },
];

export const FAULTS: readonly Fault[] = [
  ...NOT_SENT,
  ...BROKEN,
  ...STATUSES,
  ...[...FIGURES, ...ANSWERS].map((fault) => ({ of: MODEL_KINDS, ...fault })),
  ...OF_TOOLS.map((fault) => ({ ...fault, of: TOOL_KIND })),
];
