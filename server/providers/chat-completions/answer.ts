/**
 * Puts an answer together from the chunks of a stream, or takes it from a whole body. It is an answer only
 * when it is complete: an `error` anywhere, an unreadable part or a missing end make it none.
 */
import type { Decimal } from '../../kernel/money.ts';
import type { Answer, AssistantMessage, FinishReason, JsonValue, Usage } from '../port.ts';
import { readFinishReason } from './finish-reason.ts';
import { asList, asObject, asText, type JsonObject, parseJson } from './json.ts';
import { takeReasoningPiece } from './reasoning.ts';
import { closeToolCalls, type OpenCall, takeToolCallPiece } from './tool-calls.ts';
import { readUsage } from './usage.ts';

export interface Assembly {
  /** A chunk of a stream. */
  chunk(text: string): void;
  /** A body that is the whole answer. */
  whole(text: string): void;
  /** The body can't be read. */
  fail(): void;
  /** Whether nothing that follows can make an answer of it. */
  readonly failed: boolean;
  /** `marked`: the stream was closed by its end mark, and not by the connection alone. */
  conclude(marked: boolean): Reading;
}

export type Reading = { kind: 'complete'; answer: Answer } | { kind: 'incomplete'; reason: string };

export interface AssemblyOptions {
  /** The cost that a text with usage in it states. */
  readCost?: ((text: string) => Decimal | undefined) | undefined;
  onId?: (id: string) => void;
}

export function createAssembly({ readCost, onId }: AssemblyOptions): Assembly {
  let failure: string | undefined;
  let content = '';
  const calls: OpenCall[] = [];
  const reasoning: JsonValue[] = [];
  let finish: string | undefined;
  let usage: Usage | undefined;
  let cost: Decimal | undefined;
  let isWhole = false;

  function fail(reason: string): void {
    failure ??= reason;
  }

  /** What whole answers and chunks have in common; returns the choice that counts, if there is one. */
  function open(text: string): JsonObject | undefined {
    const body = asObject(parseJson(text));
    if (!body) {
      fail(UNREADABLE);
      return undefined;
    }
    const id = asText(body.id);
    if (id) onId?.(id);
    if (asObject(body.usage)) {
      usage = { ...usage, ...readUsage(body.usage) };
      cost = readCost?.(text) ?? cost;
    }
    const choices = asList(body.choices)?.map(asObject) ?? [];
    const choice = choices.find((one) => (one?.index ?? 0) === 0);
    if (isError(body) || isError(choice)) fail(FAILED);
    finish = asText(choice?.finish_reason) ?? finish;
    return choice;
  }

  function take(part: JsonObject | undefined): void {
    const text = part?.content ?? '';
    if (typeof text === 'string') content += text;
    else fail(UNREADABLE);
    const pieces = asList(part?.tool_calls) ?? [];
    const taken = pieces.every((piece, place) =>
      takeToolCallPiece(calls, isWhole ? { ...asObject(piece), index: place } : piece),
    );
    if (!taken) fail(UNREADABLE);
  }

  return {
    chunk(text) {
      const delta = asObject(open(text)?.delta);
      for (const piece of asList(delta?.reasoning_details) ?? [])
        takeReasoningPiece(reasoning, piece);
      take(delta);
    },
    whole(text) {
      isWhole = true;
      const message = asObject(open(text)?.message);
      if (!message) fail(UNREADABLE);
      reasoning.push(...(asList(message?.reasoning_details) ?? []));
      take(message);
    },
    fail: () => fail(UNREADABLE),
    get failed() {
      return failure !== undefined;
    },
    conclude(marked) {
      const incomplete = (reason: string): Reading => ({ kind: 'incomplete', reason });
      if (failure !== undefined) return incomplete(failure);
      if (finish === 'error') return incomplete(FAILED);
      if (!marked && !isWhole && finish === undefined) return incomplete(CUT_SHORT);
      const toolCalls = closeToolCalls(calls);
      if (!toolCalls) return incomplete(UNREADABLE);
      // Without a finish reason, an answer that says nothing or cost no token is none.
      const saysNothing = content === '' && toolCalls.length === 0;
      if (finish === undefined && (saysNothing || usage?.completionTokens === 0)) {
        return incomplete(EMPTY);
      }
      const message = messageOf(content, toolCalls, reasoning);
      return {
        kind: 'complete',
        answer: { message, ...facts(readFinishReason(finish), usage, cost) },
      };
    },
  };
}

function messageOf(
  content: string,
  toolCalls: NonNullable<AssistantMessage['tool_calls']>,
  reasoning: JsonValue[],
): AssistantMessage {
  return {
    role: 'assistant',
    content: content === '' && toolCalls.length > 0 ? null : content,
    ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
    ...(reasoning.length > 0 ? { reasoning_details: reasoning } : {}),
  };
}

/** Only what is known: a missing figure stays missing. */
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

function isError(part: JsonObject | undefined): boolean {
  if (part?.object === 'error') return true;
  return part?.error !== undefined && part.error !== null;
}

const FAILED = 'The provider reported a failure after it had taken the request.';
const UNREADABLE = 'The answer of the provider could not be read.';
const CUT_SHORT = "The provider's answer ended before it was complete.";
const EMPTY = "The provider's answer was empty.";
