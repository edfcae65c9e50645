/**
 * A server that breaks rules, as a process: the name of a tool says how it answers a call, the first argument how it
 * behaves. It uses no library, since a library would keep the rules.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

interface Message {
  id: number;
  method: string;
  params: {
    name: string;
    cursor?: string;
    taskId?: string;
    arguments: Record<string, string>;
    _meta?: { progressToken: string };
  };
}

const [character = 'plain'] = process.argv.slice(2);
const { stdout } = process;
const cancelled: number[] = [];
/** Calls that it answers after a large output. */
const later: number[] = [];

function write(value: unknown): void {
  stdout.write(`${JSON.stringify(value)}\n`);
}

function answer(id: unknown, result: unknown): void {
  write({ jsonrpc: '2.0', id, result });
}

function say(id: number, text: string): void {
  answer(id, { content: [{ type: 'text', text }] });
}

function fail(id: number, code: number, message = 'It went wrong with hidden-value-123456.'): void {
  write({ jsonrpc: '2.0', id, error: { code, message } });
}

/** Writes this much without ever holding it in memory. */
async function pour(start: string, end: string, megabytes: number): Promise<void> {
  stdout.write(start);
  const part = '.'.repeat(1_048_576);
  for (let i = 0; i < megabytes; i++) {
    if (!stdout.write(part)) await new Promise((resolve) => stdout.once('drain', resolve));
  }
  stdout.write(`${end}\n`);
  for (const id of later.splice(0)) say(id, 'later');
}

const TEXT_BEGINS = '{"content":[{"type":"text","text":"';

const CALLS: Record<string, (message: Message) => unknown> = {
  plain: ({ id }) => say(id, 'plain'),
  garbage({ id }) {
    stdout.write('no JSON\n\n{"jsonrpc":"2.0"\n[]\n5\n{}\n{"id":{}}\n{"method":5,"id":999}\n');
    stdout.write(Buffer.from([0xff, 0xfe, 0x0a]));
    say(id, 'after garbage');
  },
  'wrong-ids'({ id }) {
    for (const wrong of [id + 1_000, String(id), null, -1, 1.5, undefined])
      say(wrong as number, '?');
  },
  'large-id-first': ({ id }) =>
    pour(`{"jsonrpc":"2.0","id":${id},"result":${TEXT_BEGINS}`, '"}]}}', 256),
  'large-id-last': ({ id }) =>
    pour(`{"result":${TEXT_BEGINS}`, `"}]},"jsonrpc":"2.0","id":${id}}`, 256),
  async progress({ id, params }) {
    for (let i = 0; i < 20_000; i++) {
      const report = {
        progressToken: params._meta?.progressToken,
        progress: i % 100,
        message: 'x',
      };
      write({ jsonrpc: '2.0', method: 'notifications/progress', params: report });
      if (stdout.writableNeedDrain) await new Promise((resolve) => stdout.once('drain', resolve));
    }
    say(id, 'done');
  },
  'odd-progress'({ id, params }) {
    for (const progress of [-5, 1e300, 1, 2]) {
      const { progressToken } = params._meta!;
      const report = {
        progressToken,
        progress,
        total: -1,
        message: `\0${'\u{1f600}'.repeat(600)}`,
      };
      write({ jsonrpc: '2.0', method: 'notifications/progress', params: report });
    }
    say(id, 'done');
  },
  deep: ({ id }) =>
    stdout.write(
      `{"jsonrpc":"2.0","id":${id},"result":{"content":${'['.repeat(9_000)}${']'.repeat(9_000)}}}\n`,
    ),
  'no-result': ({ id }) => answer(id, 'a text'),
  'no-error': ({ id }) => write({ jsonrpc: '2.0', id, error: 'broken' }),
  'no-content': ({ id }) => answer(id, { content: 'a text' }),
  'no-utf8': ({ id }) =>
    stdout.write(
      Buffer.concat([
        Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":${TEXT_BEGINS}`),
        Buffer.from([0xff]),
        Buffer.from('"}]}}\n'),
      ]),
    ),
  'bad-meta': ({ id }) => answer(id, { content: [], _meta: { progressToken: {} } }),
  exact: ({ id }) =>
    stdout.write(
      `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"id":12345678901234567890}}}\n`,
    ),
  dies: () => process.exit(3),
  refused: ({ id }) => fail(id, -32_602),
  'wrong-result': ({ id }) => fail(id, -32_602, 'Invalid tools/call result: no content'),
  unknown: ({ id }) => fail(id, -32_601),
  internal: ({ id }) => fail(id, -32_603),
  upstream: ({ id }) => fail(id, -32_000),
  visit: ({ id }) => fail(id, -32_042),
  application: ({ id }) => fail(id, 1_234),
  async asks({ id }) {
    for (let i = 0; i < 20_000; i++) write({ jsonrpc: '2.0', id: 1_000 + i, method: 'ping' });
    say(id, 'asked');
  },
  'odd-task': ({ id }) =>
    answer(id, { task: { taskId: 'a name\nthat is none', status: 'working' } }),
  'idle-task': ({ id }) => answer(id, { task: { taskId: 'idle', status: 'working' } }),
  /** Uses its own clock. */
  'long-task'({ id }) {
    const times = { createdAt: '2000-01-01T00:00:00Z', lastUpdatedAt: '2030-01-01T00:00:00Z' };
    answer(id, { task: { taskId: 'long', status: 'completed', ...times } });
  },
  later: ({ id }) => later.push(id),
  hangs: () => {},
  cancelled: ({ id }) => say(id, cancelled.join()),
  changes({ id }) {
    write({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    say(id, 'changed');
  },
  environment: ({ id }) => say(id, JSON.stringify(process.env)),
  pid: ({ id }) => say(id, String(process.pid)),
  meta: ({ id, params }) => say(id, JSON.stringify(params)),
  reads({ id, params }) {
    try {
      say(id, readFileSync(params.arguments.path!, 'utf8'));
    } catch (error) {
      say(id, (error as NodeJS.ErrnoException).code ?? 'failed');
    }
  },
  /** A process of its own that would outlive us. */
  spawns({ id, params }) {
    const args = ['-e', 'setTimeout(() => {}, 600_000)', params.arguments.mark ?? ''];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    say(id, String(child.pid));
  },
};

const tool = (name: string, more = {}) => ({ name, inputSchema: { type: 'object' }, ...more });

const LISTS: Record<string, (cursor: string | undefined) => unknown> = {
  pages: (cursor) =>
    cursor === undefined
      ? { tools: [tool('a')], nextCursor: '2' }
      : { tools: [tool('b', { execution: { taskSupport: 'required' } })] },
  endless: (cursor) => ({ tools: [tool('a')], nextCursor: String(Number(cursor ?? 0) + 1) }),
  'null-cursor': () => ({ tools: [tool('a')], nextCursor: null }),
  'empty-cursor': () => ({ tools: [tool('a')], nextCursor: '' }),
  'repeated-cursor': () => ({ tools: [tool('a')], nextCursor: 'same' }),
  'circular-cursor': (cursor) => ({
    tools: [tool(cursor === '1' ? 'b' : 'a')],
    nextCursor: cursor === '1' ? '2' : '1',
  }),
  'number-cursor': () => ({ tools: [tool('a')], nextCursor: 5 }),
  'refused-page': (cursor) =>
    cursor === undefined ? { tools: [tool('a')], nextCursor: '2' } : 'no result',
  many: () => ({ tools: Array.from({ length: 1_001 }, (_, i) => tool(`t${i}`)) }),
  odd: () => ({
    tools: [
      tool('plain'),
      tool('two words'),
      tool('天気'),
      tool('x'.repeat(129)),
      tool(''),
      tool('doubled'),
      tool('doubled', { description: 'Another one.' }),
      tool('doubled'),
      tool('repeated'),
      tool('repeated'),
      { name: 'schemaless' },
      tool('large', { outputSchema: { description: '.'.repeat(70_000) } }),
      { name: 'null-schema', inputSchema: null },
      null,
      'a text',
      tool('half-a-letter', { description: 'a\0b\ud800' }),
      tool('last'),
    ],
  }),
  'all-odd': () => ({ tools: Array.from({ length: 500 }, (_, i) => tool(`no ${i}`)) }),
  numbered: () => ({
    tools: [tool('a', { inputSchema: { properties: { 1: { type: 'string', minLength: 1 } } } })],
  }),
  listless: () => ({ tools: {} }),
};

function receive(message: Message): void {
  const { id, method, params } = message;
  if (method === 'initialize') {
    if (character === 'stillborn') process.exit(1);
    if (character === 'mute') return;
    answer(id, {
      protocolVersion: '2025-11-25',
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'hostile', version: '1' },
    });
  } else if (method === 'tools/list' && character === 'listing-nothing') {
    fail(id, -32_603);
  } else if (method === 'tools/list') {
    answer(id, (LISTS[character] ?? LISTS.pages!)(params?.cursor));
  } else if (method === 'tools/call') {
    CALLS[params.name]?.(message);
  } else if (method === 'tasks/get') {
    if (params.taskId === 'idle') answer(id, { taskId: 'another', status: 'completed' });
    else fail(id, -32_602);
  } else if (method === 'tasks/result') {
    say(id, 'after all');
  } else if (method === 'notifications/cancelled') {
    cancelled.push((message as unknown as { params: { requestId: number } }).params.requestId);
  }
}

createInterface({ input: process.stdin }).on('line', (line) => receive(JSON.parse(line)));
if (character === 'stubborn') {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 60_000);
} else {
  process.stdin.on('end', () => process.exit());
}
