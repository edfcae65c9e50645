/** Prompts and versions as people see them: with the name of the person who saved them, if a person did. */
import type {
  PromptRow,
  PromptVersionRow,
  PromptVersionSummaryRow,
} from '../../openapi/generated/dashboard.ts';
import { findPeople } from '../people/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import type { Prompt, Version, VersionSummary } from './index.ts';
import { toPrompt, toSummary, toVersion } from './present.ts';

export type Present = ReturnType<typeof createPresent>;

export function createPresent(db: Db) {
  async function named<Saved extends { person: string | null }, Shown extends object>(
    saved: readonly Saved[],
    show: (one: Saved) => Shown,
  ) {
    const people = saved.map(({ person }) => person);
    const personOf = await findPeople(db, people);
    return saved.map((one) => {
      const savedBy = personOf(one.person);
      return { ...show(one), ...(savedBy && { savedBy }) };
    });
  }

  return {
    rows: (prompts: readonly Prompt[]): Promise<PromptRow[]> => named(prompts, toRow),
    row: async (prompt: Prompt): Promise<PromptRow> => (await named([prompt], toRow))[0]!,
    summaries: (versions: readonly VersionSummary[]): Promise<PromptVersionSummaryRow[]> =>
      named(versions, toSummary),
    version: async (version: Version): Promise<PromptVersionRow> =>
      (await named([version], toVersion))[0]!,
  };
}

function toRow(prompt: Prompt) {
  const { savedAt, apiKey } = prompt;
  return {
    ...toPrompt(prompt),
    savedAt: savedAt.toISOString(),
    ...(apiKey !== null && { keyId: uuidToId('key', apiKey) }),
  };
}
