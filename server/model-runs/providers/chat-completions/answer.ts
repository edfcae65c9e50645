/**
 * Builds an answer from the chunks of a stream, or from a whole body. The result is an answer only if it is complete:
 * an `error` anywhere, an unreadable part or a missing end invalidates it, and so does exceeding what this process
 * reads: see `bounds.ts`.
 */

import { surveyJson } from '../../../platform/lib/json.ts';
import type { Decimal } from '../../../platform/lib/money.ts';
import { isModest, MOST_EVENTS } from '../../../providers/bounds.ts';
import { errorIn, type ProviderError, readError } from '../../../providers/error-words.ts';
import {
  asList,
  asObject,
  asText,
  type JsonObject,
  parseJsonKeeping,
} from '../../../providers/json.ts';
import {
  type Answer,
  type FinishReason,
  type JsonValue,
  PASSED_THROUGH,
  type Usage,
} from '../model-provider.ts';
import { isBreakdown, readFinishReason } from './finish-reason.ts';
import { createMessageParts, type MessageParts, type Unusable } from './message.ts';
import { chargedUsage, laterUsage, type ReportedUsage, readUsage } from './usage.ts';

export interface Assembly {
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

export type Reading =
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

export interface AssemblyOptions {
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
const CUT_BEFORE = 'The run was cancelled before there was an answer.';
const EMPTY = "The provider's answer was empty.";
const REASONS: Record<Unusable, string> = {
  unreadable: 'The answer of the provider could not be read.',
  too_many: 'The answer of the provider had more parts, or deeper ones, than are accepted.',
};
