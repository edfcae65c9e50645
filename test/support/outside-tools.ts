/**
 * Tools outside the processes under test that count what they carry out: the sandbox, over HTTP, and a program that
 * writes a line for each call before it answers.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startToolSandbox } from '../../server/sandbox/tools/index.ts';

export interface OutsideTools {
  /** Calls that were carried out: all of them, or those of one run. */
  executions(runId?: string): number;
  /** For processes that sell these tools, at this address. */
  environmentFor(url: string): Promise<Record<string, string>>;
  /** The address of the sandbox. */
  url: string;
  close(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./counting-tools.ts', import.meta.url));
const TERMS = { pricing: { perCall: '0.001', perSecond: '0.0001' }, maxTimeoutSeconds: 20 };

export async function startOutsideTools({ slowMs }: { slowMs: number }): Promise<OutsideTools> {
  const sandbox = await startToolSandbox({ port: 0, apiKey: 'secret', slowMs });
  const folder = await mkdtemp(join(tmpdir(), 'model-run-tools-'));
  const counted = join(folder, 'executions');

  function written(runId?: string): number {
    if (!existsSync(counted)) return 0;
    const lines = readFileSync(counted, 'utf8').split('\n').slice(0, -1);
    return lines.filter((line) => runId === undefined || line === runId).length;
  }

  return {
    url: sandbox.url,
    executions: (runId) => sandbox.executions(runId) + written(runId),
    async environmentFor(url) {
      const TOOLS_FILE = join(folder, 'tools.json');
      const outside = {
        ...{ kind: 'mcp-http', url, headers: { authorization: { env: 'TOOLS_KEY' } } },
        ...{ everyTool: TERMS, tools: { slow: { ...TERMS, idempotent: true } } },
      };
      const counting = {
        ...{ kind: 'mcp-stdio', command: process.execPath, args: [PROGRAM, counted] },
        ...{ everyTool: TERMS, sandbox: { isolation: 'off' } },
      };
      await writeFile(TOOLS_FILE, JSON.stringify({ servers: { outside, counting } }));
      return { TOOLS_FILE, TOOLS_KEY: 'Bearer secret' };
    },
    async close() {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
