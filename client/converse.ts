/**
 * The tool loop: run, carry out the calls of the answer, send all results at once, until the model answers
 * without calls. Each turn has a request key of its own, derived from the conversation's key and the number
 * of answers so far: a conversation that is begun again with the same messages meets its own runs and buys
 * none twice. Results that are sent again must be the same; whoever saves them in `onTurn` is safe.
 */
import { serialise } from './body.ts';
import type {
  AssistantMessage,
  CreateModelRun,
  Message,
  ModelRun,
  ToolMessage,
} from './contract.ts';
import type { Conversation, FinishedConversation } from './conversation.ts';
import { AbortedError, annotate, callBack, DeadlineError, TurnLimitError } from './errors.ts';
import type { Finish, FinishOptions } from './finish.ts';
import { expectCompleted, hasToolCalls } from './guards.ts';
import { checkRequestKey, newRequestKey } from './request-keys.ts';
import { checkNumber } from './retry.ts';
import { now, TimeUp, within } from './time.ts';
import { type AnyTool, byName, carryOut, definitionOf } from './tools.ts';
import { checkSignal } from './transport.ts';
import { DEFAULT_DEADLINE_MS } from './wait.ts';

export interface ConverseRequest extends Omit<CreateModelRun, 'tools'> {
  /** The functions that the model may call, each with what carries it out. */
  tools?: readonly AnyTool[];
  /** The most runs of this call, and with them the most that it can cost. Default 8. */
  maxTurns?: number;
}

export interface ConverseOptions extends Omit<FinishOptions, 'idempotencyKey'> {
  /** 1 to 240 visible ASCII characters, saved by you and used again after a crash. Without it, a new one. */
  conversationKey?: string | undefined;
  /**
   * Called and awaited with the results of a turn before they are sent. Save `messages` here, and begin again
   * with them and the same `conversationKey` after a crash: no run is bought and no result asked for twice.
   */
  onTurn?: (conversation: Conversation) => unknown;
}

/**
 * Talks with the model until it answers without calls. Billable, one run per turn. Throws `TurnLimitError`
 * after `maxTurns`, `RunFailedError` when a turn fails, and what `createAndWait` throws; each error holds the
 * `conversation` so far. `deadlineMs` is for all turns together.
 */
export type Converse = (
  request: ConverseRequest,
  options?: ConverseOptions,
) => Promise<FinishedConversation>;

const DEFAULT_TURNS = 8;

export function createConverse(finish: Finish): Converse {
  return async (request, options = {}) => {
    const { tools = [], maxTurns = DEFAULT_TURNS, ...rest } = request;
    const { onTurn, deadlineMs = DEFAULT_DEADLINE_MS, ...each } = options;
    const { conversationKey = newRequestKey(), signal } = options;
    checkRequestKey(`${conversationKey}:turn-999999999`, 'conversationKey with the turn');
    checkNumber('maxTurns', maxTurns, 1);
    checkNumber('deadlineMs', deadlineMs, 0);
    const named = byName(tools);
    const until = now() + deadlineMs;
    // A copy: what is changed outside must not change what a turn sends again.
    const { messages, ...fixed } = JSON.parse(
      serialise({ ...rest, ...(tools.length > 0 && { tools: tools.map(definitionOf) }) }),
    ) as CreateModelRun;
    const conversation: Conversation = { messages, runs: [], conversationKey };

    async function turn(): Promise<ModelRun> {
      const body = { ...fixed, ...choiceOf(fixed.tool_choice, messages), messages };
      const run = await finish(body, {
        ...each,
        idempotencyKey: `${conversationKey}:turn-${answersIn(messages) + 1}`,
        deadlineMs: Math.max(0, until - now()),
      });
      conversation.runs.push(run);
      return expectCompleted(run);
    }

    async function resultsOf(run: ModelRun, message: AssistantMessage): Promise<ToolMessage[]> {
      const calls = message.tool_calls ?? [];
      return within(until - now(), signal, (ended) =>
        Promise.all(calls.map((call) => carryOut(named, call, { runId: run.id, signal: ended }))),
      ).catch((thrown: unknown) => {
        throw stopped(thrown, run);
      });
    }

    try {
      checkSignal(signal);
      for (let turns = 1; ; turns++) {
        const run = await turn();
        if (run.message) messages.push(run.message);
        if (!hasToolCalls(run)) return { ...conversation, run, text: run.text };
        messages.push(...(await resultsOf(run, run.message)));
        await callBack(onTurn, conversation);
        if (turns >= maxTurns) throw new TurnLimitError(conversation, maxTurns);
      }
    } catch (error) {
      throw annotate(error, { conversation });
    }
  };
}

/** A forced call is forced once per question: forced again after its results, it would never end. */
function choiceOf(choice: CreateModelRun['tool_choice'], messages: Message[]) {
  const isForced = choice !== undefined && choice !== 'auto' && choice !== 'none';
  return isForced && messages.at(-1)?.role === 'tool' ? { tool_choice: 'auto' as const } : {};
}

/** The same for the same messages, whoever counts, so that a turn keeps its request key. */
function answersIn(messages: Message[]): number {
  return messages.filter(({ role }) => role === 'assistant').length;
}

function stopped(thrown: unknown, run: ModelRun): unknown {
  return thrown instanceof TimeUp
    ? new DeadlineError('The deadline passed while functions were carried out.', { run })
    : new AbortedError('The signal was aborted while functions were carried out.', {
        cause: thrown,
        run,
      });
}
