/**
 * Builds an answer from the chunks of a stream, or from a whole body. The result is an answer only if it is complete:
 * an `error` anywhere, an unreadable part or a missing end invalidates it, and so does exceeding what this process
 * reads: see `bounds.ts`. Words for its end that nobody knows become `other`; a count that is absent stays absent.
 */

import Big from 'big.js';
import { surveyJson, textOfNumber } from '../../../platform/lib/json.ts';
import { type Decimal, parseDecimal } from '../../../platform/lib/money.ts';
import {
  asList,
  asObject,
  asText,
  isModest,
  type JsonObject,
  MOST_EVENTS,
  parseJsonKeeping,
} from '../../../providers/json.ts';
import { errorIn, type ProviderError, readError } from '../../../providers/refusals.ts';

import {
  type Answer,
  type FinishReason,
  type JsonValue,
  PASSED_THROUGH,
  type Usage,
} from '../model-provider.ts';
import { createMessageParts, type MessageParts, type Unusable } from './message.ts';

interface Assembly {
  /** A chunk of a stream. */
  chunk(text: string): void;
  /** A whole answer in one body. */
  whole(text: string): void;
  /** The body cannot be read, or exceeds the limits. */
  fail(why: Unusable): void;
  /** Memory of its parts, in bytes. */
  size(): number;
  /** The length of the texts of which nothing was kept. */
  ignored(): number;
  /** Whether nothing that follows can make it an answer. */
  hasFailed(): boolean;
  /** How much of what ends an answer has arrived: why it ended, and then its usage. */
  progress(): 'under_way' | 'finished' | 'counted';
  /** The model's server at the provider, if the provider names it. */
  servedBy(): string | undefined;
  /** The part of an answer whose rest is no longer wanted. */
  concludeCut(): Reading;
  /** `marked`: the end mark closed the stream, and not only the connection. */
  conclude(marked: boolean): Reading;
}

type Reading =
  | { kind: 'complete'; answer: Answer }
  /** `isBare`: the error is all that arrived. */
  | { kind: 'incomplete'; reason: string; error?: ProviderError; isBare?: boolean };

/** Where a provider states what an answer costs. */
export interface CostReader {
  /** Members whose numbers are money, and are read exactly. */
  members: ReadonlySet<string>;
  read(usage: JsonObject): Decimal | undefined;
}

/** Reads an API of another form: rewrites each of its JSON texts as chunks of chat completions. */
export interface Translation {
  /** Members that contain external JSON, which is kept value for value and in order. */
  exactMembers: ReadonlySet<string>;
  /** Begins an answer. */
  begin(): (body: JsonObject) => JsonObject[];
}

interface AssemblyOptions {
  cost?: CostReader | undefined;
  translation?: Translation | undefined;
  onId?: (id: string) => void;
  /** Called with the name that the provider gives the model that answers. */
  onModel?: ((model: string) => void) | undefined;
}

export function createAssembly(options: AssemblyOptions): Assembly {
  const { cost: costReader, translation, onId, onModel } = options;
  const exactMembers =
    translation?.exactMembers ?? (costReader ? exactMembersOf(costReader) : PASSED_THROUGH);
  const translate = translation?.begin();
  let failure: string | undefined;
  const parts = createMessageParts();
  let events = 0;
  let ignored = 0;
  let finish: string | undefined;
  let usage: ReportedUsage | undefined;
  let cost: Decimal | undefined;
  let isWhole = false;
  let hasDeltas = false;
  let servedBy: string | undefined;
  let error: ProviderError | undefined;
  let isBare = false;
  const reportModel = onceOfModel(onModel);

  function fail(reason: string): undefined {
    failure ??= reason;
  }

  function progress() {
    if (finish === undefined) return 'under_way';
    return usage === undefined ? 'finished' : 'counted';
  }

  function parse(text: string): JsonObject | undefined {
    events += 1;
    if (events > MOST_EVENTS) fail(REASONS.too_many);
    if (failure !== undefined) return undefined;
    const survey = surveyJson(text);
    if (!isModest(survey)) return fail(REASONS.too_many);
    const body = asObject(parseJsonKeeping(exactMembers, text, survey));
    // What breaks off after the end of an answer and its usage takes nothing from it.
    return body ?? (progress() === 'counted' ? undefined : fail(REASONS.unreadable));
  }

  /** Reads the common members of whole answers and chunks; returns the relevant choice, if there is one. */
  function open(body: JsonObject): JsonObject | undefined {
    const id = asText(body.id);
    if (id) onId?.(id);
    servedBy ??= asText(body.provider);
    reportModel(body);
    const choice = choiceOf(body);
    // Moonshot reports the usage of a stream in the choice.
    const reported = asObject(body.usage) ?? asObject(choice?.usage);
    if (reported) {
      usage = laterUsage(usage, readUsage(reported));
      cost = costReader?.read(reported) ?? cost;
    }
    const faulty = [body, choice].find(isError);
    if (faulty) {
      error ??= readError(faulty);
      isBare = events === 1 && errorIn(body) !== undefined;
      fail(FAILED);
    }
    finish = asText(choice?.finish_reason) ?? finish;
    return choice;
  }

  function failFor(unusable: Unusable | undefined): void {
    if (unusable) fail(REASONS[unusable]);
  }

  function takeChunk(body: JsonObject): void {
    const choice = open(body);
    const delta = asObject(choice?.delta);
    hasDeltas ||= delta !== undefined;
    // Some servers call the pieces `message`; others end with the whole message, which repeats the pieces.
    failFor(parts.take(delta ?? (hasDeltas ? undefined : asObject(choice?.message))));
  }

  function takeText(text: string): void {
    const body = parse(text);
    if (!body) return;
    const chunks = translate?.(body) ?? [body];
    if (chunks.length === 0) ignored += text.length;
    for (const chunk of chunks) takeChunk(chunk);
  }

  function takeWhole(text: string): void {
    isWhole = true;
    const body = parse(text);
    const message = body && asObject(open(body)?.message);
    failFor(message ? parts.takeWhole(message) : 'unreadable');
  }

  return {
    chunk: takeText,
    // A translation rewrites a whole answer as chunks, too.
    whole: translate ? takeText : takeWhole,
    fail: (why) => fail(REASONS[why]),
    size: parts.size,
    ignored: () => ignored,
    hasFailed: () => failure !== undefined,
    progress,
    servedBy: () => servedBy,
    concludeCut: () => cutReading(failure, parts.closeCut()),
    conclude: (marked) =>
      failure === undefined
        ? wholeReading(parts, {
            finish,
            usage: usage && chargedUsage(usage),
            cost,
            // Other APIs say why an answer ended, and have no end mark.
            isEnded: !translate && (marked || isWhole),
          })
        : { ...incomplete(failure), ...(error && { error, isBare }) },
  };
}

/** The same for all answers of a provider. */
const membersByCost = new WeakMap<CostReader, ReadonlySet<string>>();

/** The parts that keep their exact text. */
function exactMembersOf(cost: CostReader): ReadonlySet<string> {
  const members = membersByCost.get(cost) ?? PASSED_THROUGH.union(cost.members);
  membersByCost.set(cost, members);
  return members;
}

/** Reports the first model name. */
function onceOfModel(report: AssemblyOptions['onModel']): (body: JsonObject) => void {
  let isReported = report === undefined;
  return (body) => {
    const model = isReported ? undefined : asText(body.model);
    if (!model) return;
    isReported = true;
    report?.(model.slice(0, MOST_NAME_CHARS));
  };
}

interface Heard {
  finish: string | undefined;
  usage: Usage | undefined;
  cost: Decimal | undefined;
  /** By more than the end of the connection. */
  isEnded: boolean;
}

function wholeReading(parts: MessageParts, { finish, usage, cost, isEnded }: Heard): Reading {
  if (isBreakdown(finish)) return incomplete(FAILED);
  if (!isEnded && finish === undefined) return incomplete(CUT_SHORT);
  // Without a finish reason, an answer that is empty or has zero completion tokens does not count.
  if (finish === undefined && (parts.isSilent() || usage?.completionTokens === 0)) {
    return incomplete(EMPTY);
  }
  const message = parts.close();
  if (!message) return incomplete(REASONS.unreadable);
  const answer = { message, ...facts(readFinishReason(finish), usage, cost) };
  return { kind: 'complete', answer };
}

function cutReading(failure: string | undefined, message: Answer['message'] | undefined): Reading {
  if (failure !== undefined || !message) return incomplete(failure ?? CUT_BEFORE);
  return { kind: 'complete', answer: { message, finishReason: 'cancelled' } };
}

function incomplete(reason: string): Extract<Reading, { kind: 'incomplete' }> {
  return { kind: 'incomplete', reason };
}

function choiceOf(body: JsonObject): JsonObject | undefined {
  const choices = asList(body.choices)?.map(asObject) ?? [];
  return choices.find((choice) => (choice?.index ?? 0) === 0);
}

/** Only known figures: a missing figure stays missing. */
function facts(
  finishReason: FinishReason | undefined,
  usage: Usage | undefined,
  cost: Decimal | undefined,
): Omit<Answer, 'message'> {
  return {
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(usage === undefined || Object.keys(usage).length === 0 ? {} : { usage }),
    ...(cost === undefined ? {} : { cost }),
  };
}

/** Some servers send an empty error with every answer. */
function isError(part: JsonObject | undefined): boolean {
  return part?.object === 'error' || !isEmpty(part?.error);
}

function isEmpty(value: JsonValue | undefined): boolean {
  const parts = asList(value) ?? asObject(value);
  return parts ? Object.values(parts).every(isEmpty) : !value;
}

const MOST_NAME_CHARS = 255;
const FAILED = 'The provider reported a failure after it had taken the request.';
const CUT_SHORT = "The provider's answer ended before it was complete.";
const CUT_BEFORE = 'The run was canceled before there was an answer.';
const EMPTY = "The provider's answer was empty.";
const REASONS: Record<Unusable, string> = {
  unreadable: 'The answer of the provider could not be read.',
  too_many: 'The answer of the provider had more parts, or deeper ones, than are accepted.',
};

export function readFinishReason(value: JsonValue | undefined): FinishReason | undefined {
  const word = asText(value)?.toLowerCase();
  if (word === undefined) return undefined;
  return KNOWN.get(word) ?? 'other';
}

/** Whether the word says that the provider gave up while it answered: the answer is not whole. */
function isBreakdown(word: string | undefined): boolean {
  return word !== undefined && BREAKDOWNS.has(word.toLowerCase());
}

/** Besides the words of chat completions: those of servers that pass on the words of the model behind them. */
const WORDS: Record<FinishReason, readonly string[]> = {
  stop: ['stop', 'eos', 'eos_token', 'stop_sequence', 'end_turn', 'complete'],
  length: [
    ...['length', 'max_tokens', 'model_length', 'max_output_tokens'],
    'model_context_window_exceeded',
  ],
  tool_calls: ['tool_calls', 'function_call', 'tool_use', 'tool_call'],
  content_filter: [
    ...['content_filter', 'content_filtered', 'guardrail_intervened', 'refusal', 'sensitive'],
    ...['safety', 'recitation', 'blocklist', 'prohibited_content', 'spii', 'image_safety'],
  ],
  cancelled: [],
  other: [],
};

const KNOWN = new Map(
  (Object.keys(WORDS) as FinishReason[]).flatMap((reason) =>
    WORDS[reason].map((word) => [word, reason] as const),
  ),
);

/** OpenRouter and most gateways; Z.ai; DeepSeek; SGLang and vLLM. */
const BREAKDOWNS: ReadonlySet<string> = new Set([
  'error',
  'network_error',
  'insufficient_system_resource',
  'abort',
]);

type Count = keyof Usage;

/** The names of each count, as paths; the first one with a count applies. */
const SPELLINGS: readonly [Count, ...(readonly string[])[]][] = [
  ['promptTokens', ['prompt_tokens']],
  ['completionTokens', ['completion_tokens']],
  [
    'cachedPromptTokens',
    // OpenAI's name, which most servers use.
    ['prompt_tokens_details', 'cached_tokens'],
    // DeepSeek: https://api-docs.deepseek.com/guides/kv_cache
    ['prompt_cache_hit_tokens'],
    // Moonshot and Together.
    ['cached_tokens'],
  ],
  // OpenRouter.
  ['cacheWriteTokens', ['prompt_tokens_details', 'cache_write_tokens']],
  // Ours, for what translations find.
  ['cacheWrite1hTokens', ['prompt_tokens_details', 'cache_write_1h_tokens']],
  ['reasoningTokens', ['completion_tokens_details', 'reasoning_tokens']],
];

/** What one `usage` object says. */
interface ReportedUsage {
  counts: Usage;
  /** The sum that the provider reported. */
  total?: number;
}

/**
 * Token counts as the provider sent them, under any of the names in `SPELLINGS`. An absent or invalid count is left
 * out: it never becomes a zero. Counts that do not add up to their total are still counts: no run is free because of
 * them, and its hold bounds what they can cost.
 */
function readUsage(usage: JsonObject): ReportedUsage {
  const counts: Usage = {};
  for (const [count, ...paths] of SPELLINGS) {
    for (const path of paths) {
      const value = path.reduce<JsonValue | undefined>((at, name) => asObject(at)?.[name], usage);
      if (!isCount(value)) continue;
      counts[count] = value;
      break;
    }
  }
  return { counts, ...(isCount(usage.total_tokens) && { total: usage.total_tokens }) };
}

/** A later report completes an earlier one. Some servers end with zeros, which do not take a count back. */
function laterUsage(before: ReportedUsage | undefined, now: ReportedUsage): ReportedUsage {
  if (!before) return now;
  const counts = { ...before.counts };
  for (const count of Object.keys(now.counts) as Count[]) {
    counts[count] = now.counts[count]! || (counts[count] ?? 0);
  }
  // An earlier total says nothing about later counts.
  const isCounted = Object.values(now.counts).some((count) => count > 0);
  const total = now.total || (isCounted ? undefined : before.total);
  return { counts, ...(total !== undefined && { total }) };
}

/**
 * The counts to charge. What the total has in excess of the prompt and the completion was generated, so it counts as
 * completion. xAI, for example, counts reasoning outside of `completion_tokens` and within the total, and bills it as
 * output: https://docs.x.ai/docs/key-information/consumption-and-rate-limits. A total below their sum changes nothing.
 */
function chargedUsage({ counts, total = 0 }: ReportedUsage): Usage {
  const { promptTokens, completionTokens } = counts;
  if (promptTokens === undefined || completionTokens === undefined) return counts;
  return { ...counts, completionTokens: Math.max(completionTokens, total - promptTokens) };
}

/** Keeps the members that are counts; undefined if none is. */
export function usageOf(
  given: { [Member in keyof Usage]: JsonValue | undefined },
): Usage | undefined {
  const usage: Usage = {};
  let isKnown = false;
  for (const member of Object.keys(given) as Count[]) {
    const count = given[member];
    if (!isCount(count)) continue;
    usage[member] = count;
    isKnown = true;
  }
  return isKnown ? usage : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_TOKENS;
}

/** No request comes near it; a larger count is an error, not a bill. */
const MAX_TOKENS = 1_000_000_000;

/**
 * An external decimal as text or number: the shortest exact form, or undefined if it is negative, absurd or not a
 * number. Digits beyond the 24th decimal place are rounded up, so that float noise does not hide a cost.
 */
export function readDecimal(given: unknown): Decimal | undefined {
  const value = textOfNumber(given) ?? given;
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const text = String(value);
  // Limits the work as well: otherwise, an exponent of a billion would be written out digit by digit.
  if (!SANE_NUMBER.test(text)) return undefined;
  return (
    parseDecimal(text) ?? parseDecimal(new Big(text).round(MAX_DECIMALS, Big.roundUp).toFixed())
  );
}

const SANE_NUMBER = /^\d{1,40}(\.\d{1,80})?([eE][+-]?\d{1,2})?$/;
const MAX_DECIMALS = 24;
