/** A call that its server carries out as a task: work with a name, which the client polls until it ends. */
import { setTimeout as pause } from 'node:timers/promises';
import { ProtocolError } from '@modelcontextprotocol/client';
import { writeJson } from '../../../platform/lib/json.ts';
import type { Failure } from '../../../providers/provider.ts';
import { isJsonObject, readToolAnswer } from '../answer.ts';
import { CANCELLED } from '../endings.ts';
import type { ToolAnswer } from '../tool-provider.ts';
import type { Connections } from './connection.ts';
import { CUT_SHORT, Lost, UNREADABLE, Unusable } from './faults.ts';
import { NEEDS_INPUT, toolError, unusableAnswer, unusableOf, wordsOf } from './outcomes.ts';
import { type Result, requestOfTask } from './requests.ts';

export interface Task {
  id: string;
  status: string;
  pollMs: number;
  /** By the clock of its server. */
  durationMs?: number;
}

export type TaskEnding =
  | { kind: 'answered'; answer: ToolAnswer }
  | { kind: 'failed'; error: Failure; answer?: ToolAnswer };

export interface Following {
  connections: Connections;
  runId?: string;
  secrets: readonly string[];
  /** Time since the call was sent. Absent if the process that sent it is gone. */
  elapsedMs?(): number;
  signal: AbortSignal;
}

/** Undefined if the value describes no task. */
export function readTask(value: unknown): Task | undefined {
  if (!isJsonObject(value)) return undefined;
  const { taskId, status, pollInterval, createdAt, lastUpdatedAt } = value;
  if (typeof taskId !== 'string' || typeof status !== 'string') return undefined;
  const durationMs = Date.parse(String(lastUpdatedAt)) - Date.parse(String(createdAt));
  return {
    id: taskId,
    status,
    pollMs: pollOf(pollInterval),
    ...(durationMs >= 0 && Number.isSafeInteger(durationMs) && { durationMs }),
  };
}

function pollOf(given: unknown): number {
  const wanted = typeof given === 'number' && given >= 0 ? given : POLL_MS;
  return Math.min(Math.max(wanted, SHORTEST_POLL_MS), LONGEST_POLL_MS);
}

/** Whether a reference can be stored and sent back. */
export function isStorable(taskId: string): boolean {
  return /^[\x21-\x7e]{1,512}$/.test(taskId);
}

/** Polls at the server's pace until the task has ended. Throws if nobody can find out the end. */
export async function followTask(task: Task, following: Following): Promise<TaskEnding> {
  const { signal } = following;
  for (let known = task; ; ) {
    try {
      const ending = await endingOf(known, following);
      if (ending) return ending;
    } catch (error) {
      if (signal.aborted || isFinal(error)) throw error;
    }
    await pause(known.pollMs, undefined, { signal });
    known = (await askAgain(known, following)) ?? known;
  }
}

/** Undefined if the server is unreachable now; a poll changes nothing, so it is repeated. */
async function askAgain(task: Task, following: Following): Promise<Task | undefined> {
  try {
    return await getTask(task.id, following);
  } catch (error) {
    if (following.signal.aborted || isFinal(error)) throw error;
    return undefined;
  }
}

export async function getTask(taskId: string, following: Following): Promise<Task> {
  const task = readTask(await ask('tasks/get', taskId, following));
  if (task?.id !== taskId) throw new Lost(UNREADABLE);
  return task;
}

function ask(
  method: 'tasks/get' | 'tasks/result',
  taskId: string,
  { connections, signal, runId }: Following,
): Promise<Result> {
  return connections.use(({ client }) => requestOfTask(client, method, taskId, signal, runId), {
    signal,
  });
}

/** The answer of a task that has ended; undefined while it works. */
export async function endingOf(task: Task, following: Following): Promise<TaskEnding | undefined> {
  switch (task.status) {
    case 'completed':
    case 'failed':
      return resultOf(task, following);
    case 'cancelled':
      return { kind: 'failed', error: CANCELLED };
    case 'input_required':
      await cancelTask(task.id, following.connections);
      return { kind: 'failed', error: NEEDS_INPUT };
    default:
      return undefined;
  }
}

/**
 * If a tool itself reports a failure, that is an answer like any other; otherwise, the server's error is the reason.
 */
async function resultOf(task: Task, following: Following): Promise<TaskEnding> {
  const hasFailed = task.status === 'failed';
  try {
    const answer = await answerOf(task, following);
    if (!hasFailed || answer.isError) return { kind: 'answered', answer };
    return { kind: 'failed', error: toolError(undefined), answer };
  } catch (error) {
    const unusable = unusableOf(error);
    if (unusable) return unusableAnswer(unusable, durationOf(task, following.elapsedMs?.()));
    const isItsEnd = error instanceof ProtocolError && !(error.data instanceof Lost);
    if (!isItsEnd || (!hasFailed && isOfTheAsking(error))) throw error;
    return { kind: 'failed', error: toolError(wordsOf(error, following.secrets)) };
  }
}

/** Whether an error is about the request for the result, and not about the work. */
function isOfTheAsking(error: ProtocolError): boolean {
  return isUnknownTask(error) || (error.code <= -32_000 && error.code >= -32_099);
}

async function answerOf(task: Task, following: Following): Promise<ToolAnswer> {
  const result = await ask('tasks/result', task.id, following);
  return answerOfResult(result, durationOf(task, following.elapsedMs?.()));
}

/** By the server's clock, which knows when the work ended, but never more than the time waited for it. */
function durationOf({ durationMs }: Task, elapsedMs: number | undefined): number {
  return Math.min(durationMs ?? elapsedMs ?? 0, elapsedMs ?? Number.MAX_SAFE_INTEGER);
}

export function answerOfResult(result: Result, durationMs: number): ToolAnswer {
  const answer = readToolAnswer(result, result.structuredContent, durationMs);
  if (typeof answer === 'string') throw new Unusable(answer, writeJson(result));
  return answer;
}

/** Best effort: for its owner, the call has ended either way. */
export async function cancelTask(taskId: string, connections: Connections): Promise<void> {
  const signal = AbortSignal.timeout(CANCEL_WITHIN_MS);
  try {
    await connections.use(({ client }) => requestOfTask(client, 'tasks/cancel', taskId, signal), {
      signal,
    });
  } catch {
    // Its server ends it by itself when its time is over.
  }
}

/** Whether another poll cannot bring another answer: the server does not know the task, or its result is unreadable. */
export function isFinal(error: unknown): boolean {
  if (error instanceof Lost) return error.message !== CUT_SHORT;
  if (!(error instanceof ProtocolError)) return false;
  return error.data instanceof Lost || isUnknownTask(error);
}

/** The protocol uses -32602 for a task that a server does not know; some servers use other codes. */
export function isUnknownTask(error: unknown): boolean {
  return (
    error instanceof ProtocolError && UNKNOWN_TASK.has(error.code) && !(error.data instanceof Lost)
  );
}

const UNKNOWN_TASK: ReadonlySet<number> = new Set([-32_600, -32_601, -32_602, -32_002]);
const POLL_MS = 1_000;
const SHORTEST_POLL_MS = 50;
const LONGEST_POLL_MS = 30_000;
const CANCEL_WITHIN_MS = 5_000;
