/** A server as a process of its own: messages are lines of its input and its output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { writeJson } from '../../kernel/exact-json.ts';
import { CALL, type Calls, hooksOf } from './call-hooks.ts';
import { GIVEN_UP, NotSent, TOO_LARGE, UNREADABLE } from './faults.ts';
import { createInbox, idOf } from './inbox.ts';
import type { Launch } from './launch.ts';
import { createLineReader } from './lines.ts';

export function createStdioTransport(
  launch: Launch,
  maxAnswerBytes: number,
  calls: Calls,
): Transport {
  let child: ChildProcess | undefined;
  let isClosed = false;
  const sizes = new Map<number, (bytes: number) => void>();
  const inbox = createInbox((message) => transport.onmessage?.(message));
  const reader = createLineReader(maxAnswerBytes, {
    line(text) {
      const id = inbox.take(text);
      if (id !== undefined) tellSize(id, 2 * text.length);
    },
    unreadable(start, end, isTooLong) {
      const id = idOf(start.toString('latin1'), end.toString('latin1'));
      if (id === undefined) return;
      if (isTooLong) tellSize(id, maxAnswerBytes);
      inbox.lose(id, isTooLong ? TOO_LARGE : UNREADABLE);
    },
  });

  function tellSize(id: number, bytes: number): void {
    sizes.get(id)?.(bytes);
    sizes.delete(id);
  }

  function tellClosed(): void {
    if (isClosed) return;
    isClosed = true;
    transport.onclose?.();
  }

  /** Nothing was written where this throws. */
  function write(message: JSONRPCMessage): void {
    const input = child?.stdin;
    if (!child || !input?.writable || child.exitCode !== null || child.signalCode !== null) {
      throw new NotSent(ENDED);
    }
    if (input.writableLength > MOST_UNREAD_BYTES) {
      killGroup(child);
      throw new NotSent(UNREAD);
    }
    const hooks = hooksOf(message, calls);
    if (hooks && 'method' in message && message.method === CALL) askToSend(hooks.beforeSend);
    if (hooks && 'id' in message) {
      const id = Number(message.id);
      sizes.set(id, hooks.onSize);
      hooks.over.addEventListener('abort', () => sizes.delete(id), { once: true });
    }
    if (!('method' in message)) inbox.answered();
    input.write(`${writeJson(message)}\n`);
  }

  const transport: Transport = {
    async start() {
      const started = open(launch);
      child = started;
      started.on('error', () => {});
      started.stdin?.on('error', () => {});
      started.stdout?.on('error', () => {});
      started.stdout?.on('data', (chunk: Buffer) => reader.feed(chunk));
      started.once('close', tellClosed);
      started.once('exit', () => clearUp(started));
      try {
        await once(started, 'spawn');
      } catch {
        throw new NotSent(NOT_STARTED);
      }
    },
    async send(message) {
      write(message);
    },
    async close() {
      if (!child) return;
      const ended = child;
      child = undefined;
      if (ended.exitCode === null && ended.signalCode === null && ended.pid !== undefined) {
        const exit = once(ended, 'exit');
        ended.stdin?.end();
        const timer = setTimeout(() => killGroup(ended), END_WITHIN_MS);
        await exit;
        clearTimeout(timer);
      }
      killGroup(ended);
      tellClosed();
    },
  };
  return transport;
}

/** What a server leaves behind ends with it, and can't hold its output open. */
function clearUp(child: ChildProcess): void {
  killGroup(child);
  setTimeout(() => child.stdout?.destroy(), END_WITHIN_MS).unref();
}

function open({ file, args, env, cwd, isSandboxed }: Launch): ChildProcess {
  return spawn(file, args, {
    env,
    ...(cwd !== undefined && { cwd }),
    // A group of its own, so that all of it can be killed at once.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore', ...(isSandboxed ? [] : (['pipe'] as const))],
    windowsHide: true,
  });
}

/** All that the process has started, unless that left its group. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

export function askToSend(beforeSend: () => void): void {
  try {
    beforeSend();
  } catch {
    throw new NotSent(GIVEN_UP);
  }
}

const ENDED = "The process of the tool's server had ended.";
const NOT_STARTED = "The process of the tool's server could not be started.";
const UNREAD = "The tool's server did not read what it was sent before.";
/** What a server may leave unread before it is taken for dead. */
const MOST_UNREAD_BYTES = 16_777_216;
const END_WITHIN_MS = 1_000;
