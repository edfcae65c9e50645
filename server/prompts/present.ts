/** Prompts as the contract has them. */
import type {
  Prompt,
  PromptUsage,
  PromptVersion,
  PromptVersionSummary,
  RenderedPrompt,
} from '../../openapi/generated/developer.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { percentilesOf } from '../platform/lib/latencies.ts';
import type {
  Prompts,
  Rendering,
  Prompt as SavedPrompt,
  Version,
  VersionSummary,
} from './index.ts';

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

export function toRendered({ version: saved, messages }: Rendering): RenderedPrompt {
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
