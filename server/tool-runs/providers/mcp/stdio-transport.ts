/**
 * A server as a separate process: messages are lines of its input and its output. The transport never holds more than one
 * line of bounded length. Of a longer line, it keeps only both ends, which show which request it answers.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { TextDecoder } from 'node:util';
import type { Transport } from '@modelcontextprotocol/client';
import { writeJson } from '../../../platform/lib/json.ts';
import { onAbort } from '../../../platform/lib/on-abort.ts';
import type { CallHooks } from '../course.ts';
import { GIVEN_UP, NO_UTF_8, tooManyBytes } from '../outcomes.ts';
import { Lost, NotSent, TOO_LARGE, UNREADABLE, Unusable } from './faults.ts';
import { createInbox, createPace, ENDS, type Inbox, idOf, isResult } from './inbox.ts';
import { clearUp, endGroup, hasEnded, killGroup, type Launch, openGroup } from './process.ts';
import { CALL, type Calls, hooksOf } from './requests.ts';

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

interface Lines {
  line(text: string): void;
  /** A line that was too long, or was not text: its first and last bytes. */
  unreadable(start: Buffer, end: Buffer, isTooLong: boolean): void;
}

function createLineReader(maxBytes: number, { line, unreadable }: Lines) {
  let parts: Buffer[] = [];
  let bytes = 0;
  /** The ends of a skipped line. */
  let passed: { start: Buffer; end: Buffer } | undefined;

  function add(part: Buffer): void {
    bytes += part.length;
    if (passed) {
      passed.end = endOf([passed.end, part]);
      return;
    }
    parts.push(part);
    if (bytes <= maxBytes) return;
    passed = { start: startOf(parts), end: endOf(parts) };
    parts = [];
  }

  function finish(): void {
    const ends = passed;
    const whole = Buffer.concat(parts);
    parts = [];
    bytes = 0;
    passed = undefined;
    if (ends) unreadable(ends.start, ends.end, true);
    else if (whole.length > 0) read(whole);
  }

  function read(whole: Buffer): void {
    const text = decodeText(whole);
    if (text !== undefined) line(text);
    else unreadable(startOf([whole]), endOf([whole]), false);
  }

  return {
    feed(chunk: Buffer): void {
      let from = 0;
      for (;;) {
        const at = chunk.indexOf(LINE_END, from);
        if (at === -1) break;
        add(chunk.subarray(from, at));
        finish();
        from = at + 1;
      }
      if (from < chunk.length) add(chunk.subarray(from));
    },
  };
}

/** Copies, because a slice of a chunk keeps the whole chunk in memory. */
function startOf(parts: Buffer[]): Buffer {
  return Buffer.from(Buffer.concat(parts.slice(0, ENDS)).subarray(0, ENDS));
}

function endOf(parts: Buffer[]): Buffer {
  return Buffer.from(Buffer.concat(parts.slice(-ENDS)).subarray(-ENDS));
}

function decodeText(bytes: Buffer): string | undefined {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return undefined;
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const LINE_END = 0x0a;
