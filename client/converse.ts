/**
 * The tool loop: creates a run, carries out the calls of its answer, and sends all results at once, until the model
 * answers without calls. The request key of each turn derives from the conversation's key and the number of answers so
 * far; that of each tool run or compute job derives from the model run and the call's id. So a conversation that starts
 * again with the same messages and tools finds its own runs, and neither buys nor does anything twice.
 */
import { handedOn } from './answers.ts';
import { serialise } from './body.ts';
import type { AssistantMessage, CreateModelRun, Message, ModelRun } from './contract.ts';
import type { Conversation, FinishedConversation } from './conversation.ts';
import { CreditLimitError, TurnLimitError } from './conversation-errors.ts';
import { AbortedError, annotate, callBack, DeadlineError, UsageError } from './errors.ts';
import type { FinishOptions } from './finish.ts';
import { expectCompleted, hasToolCalls } from './guards.ts';
import type { ModelRunClient } from './index.ts';
import { type ComputeJobTerms, runJob } from './job-calls.ts';
import { checkRequestKey, newRequestKey } from './request-keys.ts';
import { checkNumber } from './retry.ts';
import { now, TimeUp, within } from './time.ts';
import { runTool, type ToolRunTerms } from './tool-calls.ts';
import {
  type AnyCallable,
  byName,
  type Callables,
  carryOut,
  definitionOf,
  isOfCatalog,
  isOfJobs,
  type Runners,
} from './tools.ts';
import { checkSignal } from './transport.ts';
import { DEFAULT_DEADLINE_MS } from './wait.ts';

export interface ConverseRequest extends Omit<CreateModelRun, 'tools'> {
  /** What the model may call: tools from `client.tools`, code from `jobTool`, and your own functions. */
  tools?: readonly AnyCallable[];
  /** The most model runs in this call. Default 8. */
  maxTurns?: number;
  /**
   * The most that all runs of this call can cost together. Requires `maxReservedAmount`; with tools of the catalog also
   * `toolRuns.maxReservedAmount`, and with those of `jobTool` also `computeJobs.maxReservedAmount`: the client creates
   * runs only if these bounds fit in what is left.
   */
  maxTotalAmount?: number;
  /** The terms of each tool run. `attribution` and `metadata` default to those of the model runs. */
  toolRuns?: ToolRunTerms;
  /** The terms of each compute job, with the same defaults. */
  computeJobs?: ComputeJobTerms;
}

export interface ConverseOptions extends Omit<FinishOptions, 'idempotencyKey'> {
  /** 1 to 240 visible ASCII characters: save it, and pass it again after a crash. Default: a new key. */
  conversationKey?: string | undefined;
  /**
   * Called and awaited with the results of a turn before they are sent. If you have functions of your own, save
   * `messages` here; after a crash, start again with them and the same `conversationKey`.
   */
  onTurn?: (conversation: Conversation) => unknown;
}

type ConversingClient = Pick<ModelRunClient, 'modelRuns' | 'toolRuns' | 'computeJobs'>;

const DEFAULT_TURNS = 8;

/**
 * Runs a conversation until the model answers without calls. Billable: one model run per turn, one tool run per call of
 * a tool of the catalog, one compute job per call of a tool of `jobTool`. Throws `TurnLimitError` after `maxTurns`,
 * `CreditLimitError` at `maxTotalAmount`, `RunFailedError` when a turn fails, and what `createAndWait` throws; each
 * holds the `conversation` so far. Reports a failed tool run or compute job to the model. `deadlineMs` bounds the whole
 * call.
 */
export async function converse(
  client: ConversingClient,
  request: ConverseRequest,
  options: ConverseOptions = {},
): Promise<FinishedConversation> {
  const { maxTurns = DEFAULT_TURNS } = request;
  const { conversationKey = newRequestKey(), onTurn, signal } = options;
  checkRequestKey(`${conversationKey}:turn-999999999`, 'conversationKey with the turn');
  checkNumber('maxTurns', maxTurns, 1);
  const bounds = boundsOf(request);
  const { messages, named, ...parts } = partsOf(request);
  const steps = createSteps(client, { ...parts, named }, { ...options, conversationKey });
  const made = { runs: [], toolRuns: [], computeJobs: [] };
  const conversation: Conversation = { messages, ...made, conversationKey };

  /** Throws if the next runs could cost more than is left. */
  function checkCredit(needed: number): void {
    const { computeJobs } = conversation;
    const runs = [...conversation.runs, ...conversation.toolRuns, ...computeJobs];
    const left = runs.reduce((sum, { chargedAmount = 0 }) => sum - chargedAmount, bounds.all);
    if (needed > left) throw new CreditLimitError(conversation, { needed, left });
  }

  try {
    checkSignal(signal);
    for (let turns = 1; ; turns++) {
      checkCredit(bounds.modelRun);
      const run = await steps.turn(conversation);
      if (run.message) messages.push(run.message);
      if (!hasToolCalls(run)) return { ...conversation, run, text: run.text };
      checkCredit(boundOfCalls(run.message, named, bounds));
      messages.push(...(await steps.resultsOf(run, run.message, conversation)));
      await callBack(onTurn, conversation);
      if (turns >= maxTurns) throw new TurnLimitError(conversation, maxTurns);
    }
  } catch (error) {
    throw annotate(error, { conversation });
  }
}

interface Bounds {
  all: number;
  modelRun: number;
  toolRun: number;
  computeJob: number;
}

/** A bound on the total requires bounds on each part of it. */
function boundsOf(request: ConverseRequest): Bounds {
  const {
    maxTotalAmount: all,
    maxReservedAmount: modelRun,
    tools,
    toolRuns,
    computeJobs,
  } = request;
  if (all === undefined) return { all: Infinity, modelRun: 0, toolRun: 0, computeJob: 0 };
  checkNumber('maxTotalAmount', all, 0);
  const toolRun = tools?.some(isOfCatalog) ? toolRuns?.maxReservedAmount : 0;
  const computeJob = tools?.some(isOfJobs) ? computeJobs?.maxReservedAmount : 0;
  if (isNumber(modelRun) && isNumber(toolRun) && isNumber(computeJob)) {
    return { all, modelRun, toolRun, computeJob };
  }
  throw new UsageError(
    'maxTotalAmount needs maxReservedAmount, toolRuns.maxReservedAmount with tools of the catalog, and computeJobs.maxReservedAmount with those of jobTool.',
  );
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number';
}

interface Parts {
  /** What is the same in every turn. */
  fixed: Omit<CreateModelRun, 'messages'>;
  messages: Message[];
  named: Callables;
  terms: Terms;
}

interface Terms {
  toolRuns: ToolRunTerms;
  computeJobs: ComputeJobTerms;
}

/** Makes a copy: later changes of the caller's objects must not change what a repeated turn sends. */
function partsOf(request: ConverseRequest): Parts {
  const { maxTurns: _, maxTotalAmount: __, tools = [], ...others } = request;
  const { toolRuns, computeJobs, ...rest } = others;
  const named = byName(tools);
  const { attribution, metadata } = rest;
  const definitions = tools.map(definitionOf);
  const text = serialise({
    body: { ...rest, ...(definitions.length > 0 && { tools: definitions }) },
    terms: {
      toolRuns: { attribution, metadata, ...toolRuns },
      computeJobs: { attribution, metadata, ...computeJobs },
    },
  });
  const { body, terms } = JSON.parse(text) as { body: CreateModelRun; terms: Terms };
  const { messages, ...fixed } = body;
  return { fixed, messages, named, terms };
}

function createSteps(
  client: ConversingClient,
  { fixed, named, terms }: Omit<Parts, 'messages'>,
  { onTurn: _, deadlineMs = DEFAULT_DEADLINE_MS, conversationKey, ...each }: ConverseOptions,
) {
  checkNumber('deadlineMs', deadlineMs, 0);
  const { signal, waitSeconds } = each;
  const until = now() + deadlineMs;
  const left = () => ({ deadlineMs: Math.max(0, until - now()) });
  const ofCall = {
    ...handedOn(each),
    ...(waitSeconds !== undefined && { waitSeconds }),
  };
  const runners: Runners = {
    tool: (one, input, { signal: ended, ...called }) => {
      const options = { ...ofCall, ...left(), signal: ended, terms: terms.toolRuns };
      return runTool(client.toolRuns, one, input, called, options);
    },
    job: (job, { signal: ended, ...called }) => {
      const options = { ...ofCall, ...left(), signal: ended, terms: terms.computeJobs };
      return runJob(client.computeJobs, job, called, options);
    },
  };

  return {
    async turn({ messages, runs }: Conversation): Promise<ModelRun> {
      const body = { ...fixed, ...choiceOf(fixed.tool_choice, messages), messages };
      const run = await client.modelRuns.createAndWait(body, {
        ...{ ...each, ...left() },
        idempotencyKey: `${conversationKey}:turn-${answersIn(messages) + 1}`,
      });
      runs.push(run);
      return expectCompleted(run);
    },

    /** Waits for all calls to end, even if one of them can't be carried out and so ends the conversation. */
    async resultsOf(run: ModelRun, message: AssistantMessage, conversation: Conversation) {
      const calls = message.tool_calls ?? [];
      const outcomes = await within(until - now(), signal, (ended) =>
        Promise.allSettled(
          calls.map((one, index) => carryOut(named, one, { run, index, signal: ended }, runners)),
        ),
      ).catch((thrown: unknown) => {
        throw stopped(thrown, run);
      });
      const results = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      conversation.toolRuns.push(...results.flatMap(({ toolRun = [] }) => toolRun));
      conversation.computeJobs.push(...results.flatMap(({ computeJob = [] }) => computeJob));
      const failed = outcomes.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      return results.map((result) => result.message);
    },
  };
}

/** The most that the calls of a message can cost. */
function boundOfCalls(message: AssistantMessage, named: Callables, bounds: Bounds): number {
  const called = (message.tool_calls ?? []).flatMap((one) => named.get(one.function.name) ?? []);
  return (
    called.filter(isOfCatalog).length * bounds.toolRun +
    called.filter(isOfJobs).length * bounds.computeJob
  );
}

/** Forces a call once per question: forcing it again after its results would never end. */
function choiceOf(choice: CreateModelRun['tool_choice'], messages: Message[]) {
  const isForced = choice !== undefined && choice !== 'auto' && choice !== 'none';
  return isForced && messages.at(-1)?.role === 'tool' ? { tool_choice: 'auto' as const } : {};
}

/** Every program counts the same for the same messages, so that a turn keeps its request key. */
function answersIn(messages: Message[]): number {
  return messages.filter(({ role }) => role === 'assistant').length;
}

function stopped(thrown: unknown, run: ModelRun): unknown {
  return thrown instanceof TimeUp
    ? new DeadlineError('The deadline passed while calls were carried out.', { run })
    : new AbortedError('The signal was aborted while calls were carried out.', {
        cause: thrown,
        run,
      });
}
