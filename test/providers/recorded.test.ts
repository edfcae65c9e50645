/**
 * Answers that real providers gave, played byte for byte by a local server: what the service makes of each one is what
 * the recording says. `recorded/README.md` has their origin.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Answer, Usage } from '../../server/model-runs/providers/index.ts';
import {
  PRESET_NAMES,
  type PresetName,
} from '../../server/model-runs/providers/openai-compatible/presets.ts';
import { openRouter, preset, startUpstream, submit } from './upstream.ts';

const FOLDER = join(import.meta.dirname, 'recorded');
const recordings = globSync('*/*.json', { cwd: FOLDER })
  .toSorted()
  .map((name) => ({ name, ...read(name) }));

const OPENROUTER = /^openrouter\//;

describe('a recorded answer arrives as the provider gave it', () => {
  test.each(recordings.filter(({ status }) => status === 200))('$name', async (recording) => {
    const { outcome } = await play(recording);
    const expected = expectedOf(recording);
    if (expected.failure) {
      expect(outcome).toMatchObject({ kind: 'unknown' });
      return;
    }
    if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
    const { message, finishReason, usage } = outcome.answer;
    expect(message.content ?? '').toBe(expected.text);
    expect(reasoningOf(outcome.answer)).toBe(expected.reasoning);
    expect(message.tool_calls ?? []).toEqual(expected.calls);
    expect(finishReason).toBe(expected.finish);
    expect(usage).toEqual(expected.usage);
  });
});

describe('a recorded refusal is told in the words of the provider', () => {
  test.each(recordings.filter(({ status }) => status !== 200))('$name', async (recording) => {
    const { outcome } = await play(recording);
    if (recording.status === 429) {
      expect(outcome).toMatchObject({ kind: 'refused_for_now', providerStatus: 429 });
    } else {
      const { message, param } = recording.response!.error!;
      const words = param && !message.includes(param) ? `${message} (${param})` : message;
      expect(outcome).toMatchObject({ kind: 'refused', providerStatus: recording.status, words });
    }
  });
});

async function play(recording: Recording & { name: string }) {
  const { status, contentType, response, responseText } = recording;
  const upstream = await startUpstream((answer) => {
    answer.writeHead(status, { 'content-type': contentType });
    answer.end(responseText ?? JSON.stringify(response));
  });
  const provider = OPENROUTER.test(recording.name)
    ? openRouter(upstream.url)
    : preset(presetOf(recording.name), upstream.url);
  return submit(provider);
}

/** Of the provider that gave the answer. */
function presetOf(name: string): PresetName {
  const folder = name.split('/')[0]!;
  const named = { 'openai-chat': 'openai', 'azure-chat': 'azure-openai' }[folder] ?? folder;
  return PRESET_NAMES.find((each) => each === named) ?? 'generic';
}

interface Recording {
  status: number;
  contentType: string;
  response?: Body;
  /** The events of a stream. */
  responseText?: string;
}

interface Body {
  choices?: { finish_reason?: string; message?: Part; delta?: Part; error?: unknown }[];
  usage?: ReportedUsage | null;
  error?: { message: string; param?: string | null };
}

interface ReportedUsage {
  prompt_tokens?: number;
  completion_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number; cache_write_tokens?: number } | null;
  completion_tokens_details?: { reasoning_tokens?: number } | null;
  cached_tokens?: number;
}

interface Part {
  content?: string | null | { type: string; text?: string; thinking?: { text: string }[] }[];
  reasoning_content?: string | null;
  reasoning?: string | null;
  reasoning_details?: { text?: string; summary?: string }[] | null;
  tool_calls?: { index?: number; id?: string; function: { name?: string; arguments?: string } }[];
}

function read(name: string): Recording {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
}

/** Reads a recording in the plainest way; it has none of the oddities of other servers. */
function expectedOf({ response, responseText }: Recording) {
  const bodies = response ? [response] : eventsOf(responseText!);
  const choices = bodies.flatMap(({ choices: [choice] = [] }) => choice ?? []);
  const parts = choices.flatMap(({ message, delta }) => message ?? delta ?? []);
  const calls: { id: string; type: string; function: { name: string; arguments: string } }[] = [];
  for (const [position, piece] of parts.flatMap(({ tool_calls: all }) => all ?? []).entries()) {
    const { id = '', function: given } = piece;
    calls[piece.index ?? position] ??= {
      id,
      type: 'function',
      function: { name: '', arguments: '' },
    };
    calls[piece.index ?? position]!.function.name += given.name ?? '';
    calls[piece.index ?? position]!.function.arguments += given.arguments ?? '';
  }
  const finish = choices.findLast(({ finish_reason: word }) => word)?.finish_reason;
  return {
    failure: bodies.some(({ error }) => error),
    text: parts.map(textOf).join(''),
    reasoning: parts.map(thoughtOf).join(''),
    calls,
    finish: finish || undefined,
    usage: usageOf(bodies.findLast(({ usage }) => usage)?.usage ?? {}),
  };
}

function eventsOf(text: string): Body[] {
  return text
    .split('\n')
    .flatMap((line) => (/^data: ?\{/.test(line) ? [JSON.parse(line.slice('data:'.length))] : []));
}

function textOf({ content }: Part): string {
  if (!Array.isArray(content)) return content ?? '';
  return content.map(({ text = '' }) => text).join('');
}

function thoughtOf({ content, reasoning_content, reasoning, reasoning_details }: Part): string {
  const inContent = Array.isArray(content)
    ? content.flatMap(({ thinking = [] }) => thinking.map(({ text }) => text)).join('')
    : '';
  const inDetails = (reasoning_details ?? []).map(({ text, summary }) => text ?? summary ?? '');
  return inDetails.join('') || (reasoning_content ?? reasoning ?? inContent);
}

function reasoningOf({ message: { reasoning_details: details = [] } }: Answer): string {
  return (details as { text?: string; summary?: string }[])
    .map(({ text, summary }) => text ?? summary ?? '')
    .join('');
}

function usageOf(usage: ReportedUsage): Usage {
  const all = {
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
    cachedPromptTokens: usage.prompt_tokens_details?.cached_tokens ?? usage.cached_tokens,
    cacheWriteTokens: usage.prompt_tokens_details?.cache_write_tokens,
    reasoningTokens: usage.completion_tokens_details?.reasoning_tokens,
  };
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count !== undefined));
}
