/**
 * Prompts of workspaces: texts and messages with variables, in versions that never change, and labels that move between
 * versions. Free of charge, and limited. The audit trail contains saves and moves of labels.
 */

import { createWorkBudget } from '../platform/lib/within-time.ts';
import type { Work } from './compiling.ts';
import { type Exported, type Format, type Imported, importVersions } from './importing.ts';
import { type Move, moveLabel, protectLabel, unprotectLabel } from './labels.ts';
import type { Caller, NewVersion, Version } from './prompt.ts';
import { createReads, type PromptsOptions } from './reading.ts';
import { type Draft, type Preview, previewDraft, type Saved, saveVersion } from './saving.ts';
import { selectProtected } from './version-store.ts';

export {
  type Exported,
  FORMATS,
  type Format,
  type Imported,
  LABEL,
  readExport,
  readNewVersion,
} from './importing.ts';
export {
  type Caller,
  DEFAULT_LABEL,
  type ExactObject,
  HIGHEST_VERSION,
  LATEST,
  type NewVersion,
  PROMPT_NAME,
  type Prompt,
  tagOf,
  type Version,
  type VersionSummary,
  type Which,
} from './prompt.ts';
export type { Rendering } from './reading.ts';
export { KEPT_OF_PROMPTS } from './version-store.ts';

export type Prompts = ReturnType<typeof createPrompts>;

/** How much of this process the texts, schemas and comparisons of a workspace may use. */
const WORK = { mostMs: 5_000, share: 0.25 };

export function createPrompts(options: PromptsOptions) {
  const { db } = options;
  const budget = createWorkBudget(WORK);

  function save(caller: Caller, idempotencyKey: string, input: NewVersion): Promise<Saved> {
    const isOperator = caller.apiKey === undefined && caller.actor === undefined;
    const work: Work = (now) => (isOperator ? now() : budget.run(caller.workspace, now));
    return saveVersion({ db, work }, caller, idempotencyKey, input);
  }

  return {
    ...createReads(options, budget),

    save,

    /** How a version would render, before it is saved. */
    preview: (workspace: string, draft: Draft): Promise<Preview> =>
      previewDraft(options, (now) => budget.run(workspace, now), workspace, draft),

    /** Exports of another system. */
    import: (caller: Caller, format: Format, exported: readonly Exported[]): Promise<Imported[]> =>
      importVersions(save, caller, format, exported),

    moveLabel: (caller: Caller, move: Move): Promise<Version> => moveLabel(db, caller, move),

    protectedLabels: (workspace: string): Promise<string[]> => selectProtected(db, workspace),
    protectLabel: (caller: Caller, label: string): Promise<boolean> =>
      protectLabel(db, caller, label),
    unprotectLabel: (caller: Caller, label: string): Promise<boolean> =>
      unprotectLabel(db, caller, label),
  };
}
