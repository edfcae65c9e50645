/** A process with a tool server of its own, for a test to kill; it prints what marks that server's processes. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createLog } from '../../../server/platform/telemetry/log.ts';
import { createMcpProvider } from '../../../server/tool-runs/providers/mcp/index.ts';

const mark = randomUUID();
const isolation = process.argv[2] === 'off' ? 'off' : 'auto';
const provider = createMcpProvider({
  name: 'owned',
  maxInFlight: 1,
  connectTimeoutMs: 60_000,
  maxAnswerBytes: 1_000_000,
  log: createLog({ level: 'silent' }),
  transport: {
    kind: 'stdio',
    command: process.execPath,
    args: [join(import.meta.dirname, 'hostile-server.ts'), 'stubborn', mark],
    env: {},
    sandbox: { isolation, readable: [import.meta.dirname] },
  },
});
await provider.listTools(AbortSignal.timeout(60_000));
console.log(mark);
setInterval(() => {}, 60_000);
