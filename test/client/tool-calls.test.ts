import { describe, expect, it } from 'vitest';
import type { CatalogTool, ModelRun, ToolOutput, ToolRun } from '../../client/index.ts';
import { runTool } from '../../client/tool-calls.ts';
import { run } from './hostile-server.ts';

const TOOL = { id: 'a/b', version: 'f'.repeat(64) } as CatalogTool;

/** What the model reads about a tool run that ends like this. */
async function contentOf(end: Partial<ToolRun>): Promise<string> {
  const { model: _, ...rest } = run({ id: 'trun_1', state: 'completed' });
  const ended: ToolRun = { ...(rest as ToolRun), tool: TOOL.id, toolVersion: TOOL.version, ...end };
  const called = { run: run() as ModelRun, callId: 'call_1', index: 0 };
  const toolRuns = { createAndWait: () => Promise.resolve(ended) };
  const { content, toolRun } = await runTool(toolRuns, TOOL, {}, called, { terms: {} });
  expect(toolRun).toBe(ended);
  return content;
}

describe('what a model gets as the result of a tool run', () => {
  it.each<[string, ToolOutput | undefined, string]>([
    ['texts', { content: [text('one'), text('two')] }, 'one\ntwo'],
    ['a text before its structured form', { content: [text('5')], structured: { sum: 5 } }, '5'],
    ['a structured answer alone', { content: [], structured: { sum: 5 } }, '{"sum":5}'],
    ['nothing', { content: [] }, ''],
    ['no output', undefined, ''],
    [
      'an image, without its bytes',
      { content: [text('see'), { type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
      'see\n{"type":"image","mimeType":"image/png"}',
    ],
    [
      'a resource, without its bytes',
      { content: [{ type: 'resource', resource: { uri: 'file:///a', blob: 'AAAA' } }] },
      '{"type":"resource","resource":{"uri":"file:///a"}}',
    ],
    [
      'a link',
      { content: [{ type: 'resource_link', uri: 'file:///a' }] },
      '{"type":"resource_link","uri":"file:///a"}',
    ],
  ])('is %s', async (_, output, content) => {
    expect(await contentOf({ ...(output && { output }) })).toBe(content);
  });

  it('is that it failed, where a failure is an answer that was charged', async () => {
    const output = { content: [text('no such page')], isError: true };
    expect(JSON.parse(await contentOf({ output }))).toEqual({
      error: 'The tool says that it failed.',
      code: 'tool_error',
      output: 'no such page',
    });
  });

  it('is the code alone, where a failure has no output', async () => {
    const error = { code: 'timed_out' as const, message: 'Too late.', retryable: true };
    const content = await contentOf({ state: 'failed', error });
    expect(JSON.parse(content)).toEqual({ error: 'Too late.', code: 'timed_out' });
  });
});

function text(words: string) {
  return { type: 'text' as const, text: words };
}
