/** Prompts over HTTP: translates the contract's requests to domain calls, and prompts to its answers. */

import type {
  Prompt,
  PromptUsage,
  PromptVersion,
  PromptVersionSummary,
  RenderedPrompt,
} from '../../openapi/generated/developer.ts';
import type { Principal } from '../keys/index.ts';
import type { Handlers } from '../platform/http/index.ts';
import type { Cursors } from '../platform/lib/cursor.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { withoutNulls } from '../platform/lib/json.ts';
import { percentilesOf } from '../platform/lib/latencies.ts';
import { toDate } from '../platform/lib/moment.ts';
import { type Fault, invalidRequest } from '../platform/lib/problem.ts';
import {
  type Caller,
  type ExactObject,
  HIGHEST_VERSION,
  type NewVersion,
  type Prompts,
  type Rendering,
  type Prompt as SavedPrompt,
  tagOf,
  type Version,
  type VersionSummary,
  type Which,
} from './index.ts';

type PromptHandlers = Pick<
  Handlers,
  | 'createPromptVersion'
  | 'listPrompts'
  | 'getPrompt'
  | 'listPromptVersions'
  | 'updatePromptLabel'
  | 'renderPrompt'
  | 'getPromptDiff'
  | 'getPromptUsage'
>;

interface PromptHandlersOptions {
  prompts: Prompts;
  cursors: Cursors;
  unit: { currency: string; scale: number };
  /** The kind of the runs that are attributed to prompts. */
  kind: string;
}

const PATH = '/v1/developer/observability/prompts';

export function createPromptHandlers(options: PromptHandlersOptions): PromptHandlers {
  const { prompts, unit, kind } = options;
  return {
    ...createListHandlers(options),

    async createPromptVersion({ principal, body, exactBody, requestKey }) {
      const input = withoutNulls(body, exactBody, ['config', 'variables']) as NewVersion;
      const { version, replayed } = await prompts.save(callerOf(principal), requestKey, input);
      const location = `${PATH}/${encodeURIComponent(version.name)}?version=${version.version}`;
      return {
        status: 201,
        headers: {
          Location: location,
          ETag: tagOf(version),
          ...(replayed && { 'Idempotent-Replayed': 'true' }),
        },
        body: toVersion(version),
      };
    },

    async getPrompt({ principal: { workspace }, params: { name }, query, ifNoneMatch }) {
      const found = await prompts.get(workspace, name, whichOf(query, 'parameter'));
      const headers = { ETag: tagOf(found) };
      if (ifNoneMatch?.(headers.ETag)) return { status: 304, headers };
      return { status: 200, headers, body: toVersion(found) };
    },

    async updatePromptLabel({ principal, params: { name, label }, body: { version }, ifMatch }) {
      const move = { name, label, version, isExpected: ifMatch };
      return answerOf(await prompts.moveLabel(callerOf(principal), move));
    },

    async renderPrompt({ principal: { workspace }, params: { name }, body, exactBody }) {
      const { variables = {}, ...which } = withoutNulls(body, exactBody, ['variables']) as Which & {
        variables?: ExactObject;
      };
      const rendering = await prompts.render(workspace, name, whichOf(which, 'pointer'), variables);
      const headers = { 'Cache-Control': 'no-store' };
      return { status: 200, headers, body: toRendered(rendering) };
    },

    async getPromptDiff({ principal: { workspace }, params: { name }, query: { from, to } }) {
      const changes = await prompts.diff(workspace, name, from, to);
      return { status: 200, body: { name, fromVersion: from, toVersion: to, changes } };
    },

    async getPromptUsage({ principal: { workspace }, params: { name }, query: { from, to } }) {
      const usage = await prompts.usage(kind, {
        ...{ workspace, name },
        ...(from !== undefined && { from: toDate('from', from) }),
        ...(to !== undefined && { to: toDate('to', to) }),
      });
      return { status: 200, body: toUsage(name, usage, unit) };
    },
  };
}

function createListHandlers({
  prompts,
  cursors,
}: PromptHandlersOptions): Pick<PromptHandlers, 'listPrompts' | 'listPromptVersions'> {
  return {
    async listPrompts({ principal: { workspace }, query: { limit = 20, cursor } }) {
      const list = { operation: 'listPrompts', workspace };
      const after = cursor === undefined ? '' : cursors.take(list, cursor);
      const found = await prompts.list({ workspace, after, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const nextCursor = last && found.length > limit ? cursors.give(list, last.name) : null;
      return { status: 200, body: { data: page.map(toPrompt), nextCursor } };
    },

    async listPromptVersions(input) {
      const { workspace } = input.principal;
      const { name } = input.params;
      const { limit = 20, cursor } = input.query;
      const list = { operation: 'listPromptVersions', workspace, filters: { name } };
      const before = cursor === undefined ? HIGHEST_VERSION : Number(cursors.take(list, cursor));
      const found = await prompts.versions({ workspace, name, before, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const isEnd = !last || found.length <= limit;
      const nextCursor = isEnd ? null : cursors.give(list, String(last.version));
      return { status: 200, body: { data: page.map(toSummary), nextCursor } };
    },
  };
}

function callerOf({ workspace, apiKey }: Principal): Caller {
  return { workspace, apiKey };
}

function answerOf(version: Version) {
  return {
    status: 200 as const,
    headers: { ETag: tagOf(version) },
    body: toVersion(version),
  };
}

function whichOf({ version, label }: Which, location: 'parameter' | 'pointer'): Which {
  if (version === undefined || label === undefined) return { version, label };
  const detail = 'does not go together with version';
  const fault: Fault = {
    [location]: location === 'pointer' ? '#/label' : 'label',
    detail,
    code: 'one_of',
  };
  throw invalidRequest(fault, 'label');
}

export function toPrompt(prompt: SavedPrompt): Prompt {
  const { name, latestVersion, labels, createdAt, updatedAt } = prompt;
  return {
    ...{ name, latestVersion, labels },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export function toSummary(version: VersionSummary): PromptVersionSummary {
  const { name, labels, contentHash, comment, parentVersion, createdAt, apiKey } = version;
  return {
    ...{ name, version: version.version, labels, contentHash },
    ...(comment !== null && { comment }),
    ...(parentVersion !== null && { parentVersion }),
    createdAt: createdAt.toISOString(),
    ...(apiKey !== null && { keyId: uuidToId('key', apiKey) }),
  };
}

export function toVersion(version: Version): PromptVersion {
  const { content, variableNames, variables, config, references } = version;
  return {
    ...toSummary(version),
    ...content,
    variableNames,
    ...(variables && { variables }),
    ...(config && { config }),
    references,
  };
}

function toRendered({ version: saved, messages }: Rendering): RenderedPrompt {
  const { name, version, config, contentHash, references } = saved;
  return {
    ...{ name, version, messages },
    attribution: { promptId: name, promptVersion: String(version) },
    ...(config && { config }),
    ...{ contentHash, references },
  };
}

type Usage = Awaited<ReturnType<Prompts['usage']>>;

export function toUsage(
  name: string,
  { from, to, versions }: Usage,
  unit: { currency: string; scale: number },
): PromptUsage {
  return {
    name,
    start: from.toISOString(),
    end: to.toISOString(),
    ...{ currency: unit.currency, scale: unit.scale },
    versions: versions.map(({ version, latencies, ...sums }) => {
      const latencyMs = percentilesOf(latencies);
      return { ...(version !== '' && { version }), ...sums, ...(latencyMs && { latencyMs }) };
    }),
  };
}
