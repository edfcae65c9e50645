/**
 * Plays a tool's script, as a call or as a task. The ids of tasks contain everything about them, so that a task is known
 * after a restart and in every process; only cancellations are stored.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { createCache } from '../../platform/lib/cache.ts';
import type { Script } from './definitions.ts';

export interface Part {
  script: Script;
  input: Record<string, unknown>;
  /** The number of executions for this run, including this one. */
  executions: number;
  slowMs: number;
  hugeBytes: number;
  /** Fires when the caller no longer wants it. */
  signal: AbortSignal;
  reportProgress(value: number, total: number): Promise<void>;
  /** Drops the connection of the call. */
  breakOff(): void;
}

type Result = Record<string, unknown>;

const STEPS = 4;
/** One transparent pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export async function play(part: Part): Promise<Result> {
  const { script, input, executions, signal } = part;
  switch (script) {
    case 'echo':
      return say(String(input.text));
    case 'add': {
      const sum = Number(input.a) + Number(input.b);
      return { ...say(String(sum)), structuredContent: { sum } };
    }
    case 'slow':
      return takeTime(part);
    case 'fails':
      return { ...say('The tool failed, as it always does.'), isError: true };
    case 'breaks':
      part.breakOff();
      return say('Nobody hears this.');
    case 'wrong-output':
      return { ...say('many'), structuredContent: { count: 'many' } };
    case 'picture':
      return { content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] };
    case 'huge':
      return say('.'.repeat(part.hugeBytes));
    case 'counts':
      return { ...say(String(executions)), structuredContent: { executions } };
    case 'hangs':
      return untilUnwanted(signal);
    default:
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'The tool works as a task only.');
  }
}

function say(text: string): Result {
  return { content: [{ type: 'text', text }] };
}

async function takeTime({ slowMs, signal, reportProgress }: Part): Promise<Result> {
  for (let step = 1; step <= STEPS; step++) {
    await pause(slowMs / STEPS, undefined, { signal });
    await reportProgress(step, STEPS);
  }
  return say('It took its time.');
}

function untilUnwanted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('unwanted')), { once: true });
  });
}

const SCRIPTS = ['task', 'lost-task', 'needs-input'] as const;
type TaskScript = (typeof SCRIPTS)[number];

interface Written {
  script: TaskScript;
  text: string;
  createdAt: number;
  readyAt: number;
  /** Distinguishes equal tasks of one moment. */
  runId: string;
}

const KEPT_MS = 86_400_000;
const LONGEST_TEXT = 50;
const LONGEST_RUN_ID = 60;

export function createTasks(slowMs: number) {
  const cancelled = createCache<true>(10_000);

  function known(params: unknown): { id: string; written: Written } {
    const id = isObject(params) ? params.taskId : undefined;
    const written = typeof id === 'string' ? read(id) : undefined;
    if (typeof id !== 'string' || !written || written.script === 'lost-task') {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task.');
    }
    return { id, written };
  }

  function statusOf(id: string, { script, createdAt, readyAt }: Written, now: number): string {
    if (cancelled.has(id)) return 'cancelled';
    // It works at first, so that a later read shows the change.
    if (script === 'needs-input' && now > createdAt + (readyAt - createdAt) / 2) {
      return 'input_required';
    }
    return now < readyAt ? 'working' : 'completed';
  }

  function describe(id: string, written: Written): Record<string, unknown> {
    const { createdAt, readyAt } = written;
    const now = Date.now();
    return {
      taskId: id,
      status: statusOf(id, written, now),
      ttl: KEPT_MS,
      createdAt: new Date(createdAt).toISOString(),
      lastUpdatedAt: new Date(Math.min(now, readyAt)).toISOString(),
      pollInterval: Math.max(50, Math.round(slowMs / 4)),
    };
  }

  return {
    create(script: string, text: string, runId: string): Record<string, unknown> {
      const createdAt = Date.now();
      const written: Written = {
        script: script as TaskScript,
        text: text.slice(0, LONGEST_TEXT),
        createdAt,
        readyAt: createdAt + slowMs,
        runId: runId.slice(0, LONGEST_RUN_ID),
      };
      return { task: describe(write(written), written) };
    },
    get(params: unknown): Record<string, unknown> {
      const { id, written } = known(params);
      return describe(id, written);
    },
    cancel(params: unknown): Record<string, unknown> {
      const { id, written } = known(params);
      if (Date.now() < written.readyAt || written.script === 'needs-input') cancelled.set(id, true);
      return describe(id, written);
    },
    result(params: unknown): Record<string, unknown> {
      const { id, written } = known(params);
      if (statusOf(id, written, Date.now()) !== 'completed') {
        throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'The task has no result.');
      }
      return { content: [{ type: 'text', text: `Done: ${written.text}` }] };
    },
  };
}

function write(written: Written): string {
  return Buffer.from(JSON.stringify(written)).toString('base64url');
}

function read(id: string): Written | undefined {
  try {
    const written: unknown = JSON.parse(Buffer.from(id, 'base64url').toString());
    if (!isObject(written)) return undefined;
    return SCRIPTS.some((script) => script === written.script)
      ? (written as unknown as Written)
      : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
