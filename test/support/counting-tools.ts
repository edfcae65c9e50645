/**
 * A server with one tool over its standard input and output: `note` writes the id of its run to the file that the
 * command line names, and answers so late that the caller may be dead by then.
 */
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const ANSWER_AFTER_MS = 100;
const file = process.argv[2] ?? '';
const note = { name: 'note', inputSchema: { type: 'object' } };

interface Message {
  id?: number;
  method?: string;
  params?: { protocolVersion?: string; _meta?: Record<string, unknown> };
}

function say(id: number | undefined, result: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line) as Message;
  if (method === 'initialize') {
    const serverInfo = { name: 'counting', version: '1' };
    const { protocolVersion } = params;
    say(id, { protocolVersion, capabilities: { tools: {} }, serverInfo });
  } else if (method === 'tools/list') {
    say(id, { tools: [note] });
  } else if (method === 'tools/call') {
    appendFileSync(file, `${params._meta?.['model-run-api/runId']}\n`);
    setTimeout(() => say(id, { content: [] }), ANSWER_AFTER_MS);
  }
});
