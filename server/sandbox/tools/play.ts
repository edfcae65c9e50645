/** Plays a tool's script. */
import { setTimeout as pause } from 'node:timers/promises';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
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

export function say(text: string): Result {
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

const STEPS = 4;
/** One transparent pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
