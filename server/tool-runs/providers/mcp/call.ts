/** One call, as an outcome. Never throws for an error of the server, and never claims more than is proven. */
import type { SubmitHooks } from '../../../providers/provider.ts';
import { type Course, createCourse } from '../course.ts';
import type { ToolCall, ToolOutcome } from '../tool-provider.ts';
import type { Connections } from './connection.ts';
import { Lost, NotSent, UNREADABLE } from './faults.ts';
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
