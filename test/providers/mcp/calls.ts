/** Calls as the tests make them: with hooks that record what they get. */
import { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { createLog } from '../../../server/platform/telemetry/log.ts';
import type { Progress, SubmitHooks } from '../../../server/providers/provider.ts';
import {
  createMcpProvider,
  type McpOptions,
  type SandboxRules,
} from '../../../server/tool-runs/providers/mcp/index.ts';
import type {
  JsonObject,
  ToolAnswer,
  ToolCall,
  ToolDefinition,
  ToolOutcome,
  ToolProvider,
} from '../../../server/tool-runs/providers/tool-provider.ts';

interface Called {
  outcome: ToolOutcome;
  /** What the hooks saw, in order. */
  events: string[];
  progress: Progress[];
  /** The largest reported size. */
  size: number;
}

interface CallOptions extends Partial<Omit<ToolCall, 'definition' | 'input'>> {
  signal?: AbortSignal;
  hooks?: Partial<SubmitHooks>;
}

let runs = 0;

export function newRunId(): string {
  runs += 1;
  return `trun_${String(runs).padStart(26, '0')}`;
}

export async function call(
  provider: ToolProvider,
  tool: string | ToolDefinition,
  input: JsonObject = {},
  { signal = new AbortController().signal, hooks = {}, ...more }: CallOptions = {},
): Promise<Called> {
  const events: string[] = [];
  const progress: Progress[] = [];
  let size = 0;
  const outcome = await provider.submit(
    {
      runId: newRunId(),
      definition: typeof tool === 'string' ? { name: tool, inputSchema: {} } : tool,
      input,
      timeoutMs: 20_000,
      ...more,
    },
    {
      beforeSend: () => void events.push('before send'),
      onReference: (reference) => void events.push(`reference ${reference}`),
      onSize(bytes) {
        size = Math.max(size, bytes);
      },
      onProgress: (params) => void progress.push(params),
      ...hooks,
    },
    signal,
  );
  return { outcome, events, progress, size };
}

export function answerOf({ outcome }: Called): ToolAnswer {
  if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
  return outcome.answer;
}

export function textOf(called: Called): string {
  return String((answerOf(called).content[0] as JsonObject).text);
}

export async function definitionsOf(provider: ToolProvider): Promise<Map<string, ToolDefinition>> {
  const { tools } = await provider.listTools(AbortSignal.timeout(60_000));
  return new Map(tools.map((tool) => [tool.name, tool]));
}

type Bounds = Partial<Pick<McpOptions, 'connectTimeoutMs' | 'maxAnswerBytes'>>;

export interface Mcp {
  provider: ToolProvider;
  /** The lines of its log. */
  logged: string[];
}

export function openMcp(transport: McpOptions['transport'], bounds: Bounds = {}): Mcp {
  const logged: string[] = [];
  const to = new Writable({
    write(chunk, _, done) {
      logged.push(String(chunk));
      done();
    },
  });
  const provider = createMcpProvider({
    name: 'mcp',
    maxInFlight: 8,
    // A machine that is busy with other tests takes seconds to start a process.
    connectTimeoutMs: 60_000,
    maxAnswerBytes: 8_388_608,
    log: createLog({ level: 'warn', to }),
    transport,
    ...bounds,
  });
  onTestFinished(() => provider.close());
  return { provider, logged };
}

export function overHttp(url: string, apiKey = '', bounds: Bounds = {}): ToolProvider {
  const headers = { authorization: `Bearer ${apiKey}` };
  return openMcp({ kind: 'http', url: new URL(url), headers }, bounds).provider;
}

/** A server that is a Node program. */
export function asProcess(
  args: string[],
  sandbox: SandboxRules = { isolation: 'off' },
  { env = {}, ...bounds }: Bounds & { env?: Record<string, string> } = {},
): Mcp {
  return openMcp({ kind: 'stdio', command: process.execPath, args, env, sandbox }, bounds);
}
