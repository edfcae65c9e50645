/** One caller's conversation with the sandbox: the official server library, with the sandbox's tools. */
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { RUN_ID } from '../../tool-runs/providers/mcp/index.ts';
import { sandboxTools } from './definitions.ts';
import { type Part, play } from './play.ts';
import type { createTasks } from './tasks.ts';
import { isObject } from './values.ts';

export interface House extends Pick<Part, 'slowMs' | 'hugeBytes'> {
  tasks: ReturnType<typeof createTasks>;
  /** Counts an execution; returns the number of executions of this run. */
  execute(runId: string): number;
  begin(runId: string): void;
  end(runId: string): void;
  breakOff(runId: string): void;
}

type Context = Parameters<NonNullable<Server['fallbackRequestHandler']>>[1];

export function createConversation(house: House): Server {
  const { tasks } = house;
  const server = new Server(
    { name: 'sandbox-tools', version: '1' },
    { capabilities: { tools: { listChanged: true }, tasks: TASKS } },
  );

  async function call(params: unknown, { mcpReq }: Context): Promise<Record<string, unknown>> {
    const { name, arguments: input = {}, task, _meta: meta } = isObject(params) ? params : {};
    const tool = sandboxTools.find((known) => known.name === name);
    const runId = runIdOf(meta);
    if (!tool || tool.name === 'refuses' || !isObject(input)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool to call.');
    }
    if (tool.execution && !isObject(task)) {
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'The tool works as a task only.');
    }
    const executions = house.execute(runId);
    if (tool.execution) return tasks.create(tool.name, String(input.text ?? ''), runId);
    const token = isObject(meta) ? meta.progressToken : undefined;
    house.begin(runId);
    try {
      return await play({
        ...house,
        script: tool.name,
        input,
        executions,
        signal: mcpReq.signal,
        breakOff: () => house.breakOff(runId),
        async reportProgress(progress, total) {
          if (typeof token !== 'string' && typeof token !== 'number') return;
          const params = { progressToken: token, progress, total };
          await mcpReq.notify({ method: 'notifications/progress', params });
        },
      });
    } finally {
      house.end(runId);
    }
  }

  // The library's handlers for these methods check answers against schemas; the sandbox breaks some on purpose.
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    if (method === 'tools/list') return { tools: sandboxTools };
    if (method === 'tools/call') return call(params, context);
    if (method === 'tasks/get') return tasks.get(params);
    if (method === 'tasks/result') return tasks.result(params);
    if (method === 'tasks/cancel') return tasks.cancel(params);
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'There is no such method.');
  };
  return server;
}

function runIdOf(meta: unknown): string {
  const runId = isObject(meta) ? meta[RUN_ID] : undefined;
  return typeof runId === 'string' ? runId : '';
}

const TASKS = { cancel: {}, requests: { tools: { call: {} } } };
