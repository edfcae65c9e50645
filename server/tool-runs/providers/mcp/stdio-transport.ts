/** A server as a separate process: messages are lines of its input and its output. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Transport } from '@modelcontextprotocol/client';
import { writeJson } from '../../../platform/lib/json.ts';
import { onAbort } from '../../../platform/lib/on-abort.ts';
import type { CallHooks } from '../course.ts';
import { tooManyBytes } from '../endings.ts';
import { CALL, type Calls, hooksOf } from './call-hooks.ts';
import { GIVEN_UP, Lost, NO_UTF_8, NotSent, TOO_LARGE, UNREADABLE, Unusable } from './faults.ts';
import { createInbox, type Inbox, idOf, isResult } from './inbox.ts';
import type { Launch } from './launch.ts';
import { createLineReader } from './lines.ts';
import { createPace } from './pace.ts';
import { clearUp, endGroup, hasEnded, killGroup, openGroup } from './process-group.ts';

export function createStdioTransport(
  launch: Launch,
  maxAnswerBytes: number,
  calls: Calls,
): Transport {
  let child: ChildProcess | undefined;
  let isClosed = false;
  const inbox = createInbox((message) => transport.onmessage?.(message));
  const output = createOutput(inbox, maxAnswerBytes);
  const pace = createPace();

  function reportClosed(): void {
    if (isClosed) return;
    isClosed = true;
    transport.onclose?.();
  }

  const transport: Transport = {
    async start() {
      const started = openGroup(launch);
      child = started;
      for (const part of [started, started.stdin, started.stdout, ...started.stdio.slice(3)]) {
        part?.on('error', () => {});
      }
      const { stdout } = started;
      stdout?.on('data', (chunk: Buffer) => {
        const restMs = pace.take(() => output.feed(chunk));
        if (restMs === 0) return;
        stdout.pause();
        setTimeout(() => stdout.resume(), restMs);
      });
      started.once('close', reportClosed);
      started.once('exit', () => clearUp(started));
      try {
        await once(started, 'spawn');
      } catch {
        throw new NotSent(NOT_STARTED);
      }
    },
    /** If this throws, nothing was written. */
    async send(message) {
      const input = inputOf(child);
      const hooks = hooksOf(message, calls);
      if (hooks && 'method' in message && message.method === CALL) askToSend(hooks);
      if (hooks && 'id' in message) output.expect(Number(message.id), hooks);
      if (!('method' in message)) inbox.answered();
      input.write(`${writeJson(message)}\n`);
    },
    async close() {
      if (!child) return;
      const ended = child;
      child = undefined;
      await endGroup(ended);
      reportClosed();
    },
  };
  return transport;
}

function inputOf(child: ChildProcess | undefined): NonNullable<ChildProcess['stdin']> {
  const input = child?.stdin;
  if (!child || !input?.writable || hasEnded(child)) throw new NotSent(ENDED);
  if (input.writableLength <= MOST_UNREAD_BYTES) return input;
  killGroup(child);
  throw new NotSent(UNREAD);
}

function askToSend({ beforeSend }: CallHooks): void {
  try {
    beforeSend();
  } catch {
    throw new NotSent(GIVEN_UP);
  }
}

/** Reads the output of the process, and reports the size of each answer to those that wait. */
function createOutput(inbox: Inbox, maxAnswerBytes: number) {
  const expected = new Map<number, { onSize(bytes: number): void; forget(): void }>();

  function reportSize(id: number, bytes: number): void {
    const who = expected.get(id);
    expected.delete(id);
    who?.forget();
    who?.onSize(bytes);
  }

  const reader = createLineReader(maxAnswerBytes, {
    line(text) {
      const id = inbox.take(text);
      if (typeof id === 'number') reportSize(id, 2 * text.length);
    },
    unreadable(start, end, isTooLong) {
      const id = idOf(start.toString('latin1'), end.toString('latin1'));
      if (id === undefined) return;
      if (isTooLong) reportSize(id, maxAnswerBytes);
      const why = isTooLong ? tooManyBytes(maxAnswerBytes) : NO_UTF_8;
      const lost = new Lost(isTooLong ? TOO_LARGE : UNREADABLE);
      inbox.lose(id, isResult(start.toString('latin1')) ? new Unusable(why) : lost);
    },
  });

  return {
    feed: reader.feed,
    expect(id: number, { onSize, over }: CallHooks): void {
      expected.set(id, { onSize, forget: onAbort(over, () => expected.delete(id)) });
    },
  };
}

const ENDED = "The process of the tool's server had ended.";
const NOT_STARTED = "The process of the tool's server could not be started.";
const UNREAD = "The tool's server did not read what it was sent before.";
/** How much unread input makes the process consider a server dead. */
const MOST_UNREAD_BYTES = 16_777_216;
