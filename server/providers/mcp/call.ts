/** One call, as an outcome. Never throws for an error of the server, and never claims more than is proven. */
import type { SubmitHooks } from '../provider.ts';
import type { ToolCall, ToolOutcome } from '../tool-provider.ts';
import { type Course, createCourse } from '../tools/course.ts';
import type { Connections } from './connection.ts';
import { Lost, NotSent, TurnedAway, UNREADABLE } from './faults.ts';
import type { Connection } from './opener.ts';
import { outcomeOfError } from './outcomes.ts';
import { requestCall } from './requests.ts';
import { answerOfResult, cancelTask, followTask, isStorable, readTask, type Task } from './task.ts';

export interface Caller {
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
  try {
    const connection = await connections.get(course.stop);
    if (connection.calls.has(call.runId)) throw new NotSent(UNDER_WAY);
    connection.calls.set(call.runId, course.hooks);
    try {
      const result = await begin(caller, connection, call, course);
      connection.isFresh = false;
      task = readTask(result.task);
      if (!task) {
        return { kind: 'answered', answer: answerOfResult(result, course.elapsedMs()) };
      }
      if (!isStorable(task.id)) throw new Lost(UNREADABLE);
      hooks.onReference(task.id);
      return await endTask(caller, call, course, task);
    } finally {
      connection.calls.delete(call.runId);
    }
  } catch (error) {
    const { timeoutMs } = call;
    const named = task && isStorable(task.id) ? { reference: task.id } : {};
    if (error instanceof SessionGone) return error.outcome;
    if (task && ['timed_out', 'cancelled'].includes(course.endedBy() ?? '')) {
      await cancelTask(task.id, connections);
    }
    return outcomeOfError({ error, course, signal, timeoutMs, secrets, ...named });
  } finally {
    course.end();
  }
}

async function begin(
  { connections }: Caller,
  connection: Connection,
  call: ToolCall,
  course: Course,
): ReturnType<typeof requestCall> {
  try {
    return await requestCall(connection.client, call, course.stop);
  } catch (error) {
    const status = error instanceof TurnedAway ? error.head.status : undefined;
    if (status !== undefined && isSessionGone(status, connection)) {
      connections.drop(connection);
      throw new SessionGone(status);
    }
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

/**
 * A server that does not know a session, for example after its restart, has to return 404, and executes nothing; many
 * return 400. The call is repeated over a new session. If the session is already new, the status is about the call.
 */
function isSessionGone(status: number, { client, isFresh }: Connection): boolean {
  if (client.transport?.sessionId === undefined) return false;
  return (status === 404 || status === 400) && !isFresh;
}

class SessionGone extends Error {
  readonly outcome: ToolOutcome;
  constructor(providerStatus: number) {
    super(FORGOTTEN);
    this.outcome = { kind: 'refused_for_now', reason: FORGOTTEN, providerStatus, retryAfterMs: 0 };
  }
}

const UNDER_WAY = 'The same call is under way already.';
const FORGOTTEN = "The tool's server does not know this connection any more.";
