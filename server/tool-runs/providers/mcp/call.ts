/**
 * One call, as an outcome: never throws for an error of the server, and never claims more than is proven. A server may
 * carry it out as a task, which is work with a name that the client polls until it ends.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ProtocolError } from '@modelcontextprotocol/client';
import { writeJson } from '../../../platform/lib/json.ts';
import type { Failure, SubmitHooks } from '../../../providers/provider.ts';
import { isJsonObject, readToolAnswer } from '../answer.ts';
import { type Course, createCourse } from '../course.ts';
import { CANCELLED } from '../outcomes.ts';
import type { ToolAnswer, ToolCall, ToolOutcome } from '../tool-provider.ts';
import type { Connection, Connections } from './connection.ts';
import {
  CUT_SHORT,
  Lost,
  NEEDS_INPUT,
  NotSent,
  outcomeOfError,
  toolError,
  UNREADABLE,
  Unusable,
  unusableAnswer,
  unusableOf,
  wordsOf,
} from './faults.ts';
import { type Result, requestCall, requestOfTask } from './requests.ts';

interface Caller {
  connections: Connections;
  secrets: readonly string[];
}

export async function submitCall(
  caller: Caller,
  call: ToolCall,
  hooks: SubmitHooks,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { connections, secrets } = caller;
  const course = createCourse(call, hooks, signal);
  let task: Task | undefined;
  let mayBeTask = call.definition.tasks !== undefined;
  try {
    const { result, calls } = await connections.use(
      (connection) => begin(connection, call, course),
      { signal: course.stop, beforeRepeat: course.takeBack },
    );
    try {
      task = readTask(result.task);
      mayBeTask = false;
      if (!task) {
        return { kind: 'answered', answer: answerOfResult(result, course.elapsedMs()) };
      }
      if (!isStorable(task.id)) throw new Lost(UNREADABLE);
      hooks.onReference(task.id);
      return await endTask(caller, call, course, task);
    } finally {
      calls.delete(call.runId);
    }
  } catch (error) {
    const { timeoutMs } = call;
    const named = task && isStorable(task.id) ? { reference: task.id } : {};
    if (task && ['timed_out', 'cancelled'].includes(course.endedBy() ?? '')) {
      await cancelTask(task.id, connections);
    }
    return outcomeOfError({ error, course, signal, timeoutMs, secrets, mayBeTask, ...named });
  } finally {
    course.end();
  }
}

/** The call stays among those of the connection, unless it fails. */
async function begin({ client, calls }: Connection, call: ToolCall, course: Course) {
  if (calls.has(call.runId)) throw new NotSent(UNDER_WAY);
  calls.set(call.runId, course.hooks);
  try {
    return { calls, result: await requestCall(client, call, course.stop) };
  } catch (error) {
    calls.delete(call.runId);
    throw error;
  }
}

async function endTask(
  { connections, secrets }: Caller,
  { runId }: ToolCall,
  { stop, elapsedMs }: Course,
  task: Task,
): Promise<ToolOutcome> {
  const following = { connections, secrets, runId, elapsedMs, signal: stop };
  return { ...(await followTask(task, following)), reference: task.id };
}

const UNDER_WAY = 'The same call is under way already.';

interface Task {
  id: string;
  status: string;
  pollMs: number;
  /** By the clock of its server. */
  durationMs?: number;
}

type TaskEnding =
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
function readTask(value: unknown): Task | undefined {
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
function isStorable(taskId: string): boolean {
  return /^[\x21-\x7e]{1,512}$/.test(taskId);
}

/** Polls at the server's pace until the task has ended. Throws if nobody can find out the end. */
async function followTask(task: Task, following: Following): Promise<TaskEnding> {
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

function answerOfResult(result: Result, durationMs: number): ToolAnswer {
  const answer = readToolAnswer(result, result.structuredContent, durationMs);
  if (typeof answer === 'string') throw new Unusable(answer, writeJson(result));
  return answer;
}

/** Best effort: for its owner, the call has ended either way. */
async function cancelTask(taskId: string, connections: Connections): Promise<void> {
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
function isUnknownTask(error: unknown): boolean {
  return (
    error instanceof ProtocolError && UNKNOWN_TASK.has(error.code) && !(error.data instanceof Lost)
  );
}

const UNKNOWN_TASK: ReadonlySet<number> = new Set([-32_600, -32_601, -32_602, -32_002]);
const POLL_MS = 1_000;
const SHORTEST_POLL_MS = 50;
const LONGEST_POLL_MS = 30_000;
const CANCEL_WITHIN_MS = 5_000;
