/**
 * Prompts of workspaces: texts and messages with variables, in versions that never change, and labels that move between
 * versions. Free of charge, and limited. The audit trail contains saves and moves of labels.
 */
import type { Db } from '../platform/db/pool.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import { createConcurrencyLimit } from '../platform/lib/shares.ts';
import { createWorkBudget, type WorkBudget } from '../platform/lib/within-time.ts';
import type { Work } from './compiling.ts';
import { type Change, diffVersions } from './diff.ts';
import type { Exported, Format } from './exports.ts';
import { type Imported, importVersions } from './importing.ts';
import { selectProtected } from './label-store.ts';
import { type Move, moveLabel, protectLabel, unprotectLabel } from './labels.ts';
import { type Draft, type Preview, previewDraft } from './preview.ts';
import type {
  Caller,
  ExactObject,
  NewVersion,
  Prompt,
  PromptMessage,
  Version,
  VersionSummary,
  Which,
} from './prompt.ts';
import { render } from './rendering.ts';
import { type Saved, saveVersion } from './saving.ts';
import { PROMPT_NAME } from './template.ts';
import { readUsage, type UsageInput } from './usage.ts';
import {
  hasPrompt,
  selectPrompt,
  selectPrompts,
  selectVersion,
  selectVersions,
} from './version-store.ts';

export { type Exported, FORMATS, type Format, readExport } from './exports.ts';
export type { Imported } from './importing.ts';
export { KEPT_OF_PROMPTS } from './kept-content-store.ts';
export { LABEL, readNewVersion } from './new-version.ts';
export {
  type Caller,
  type ExactObject,
  type NewVersion,
  type Prompt,
  type Reference,
  tagOf,
  type Version,
  type VersionSummary,
  type Which,
} from './prompt.ts';
export type { Saved } from './saving.ts';
export { DEFAULT_LABEL, LATEST, PROMPT_NAME } from './template.ts';

export type Prompts = ReturnType<typeof createPrompts>;

export interface PromptsOptions {
  db: Db;
  /** For sums: with few connections and a short timeout. */
  reads: Db;
  /** For rendered messages: more than a model run accepts. */
  maxPromptChars: number;
}

export interface Rendering {
  version: Version;
  messages: PromptMessage[];
}

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

    async moveLabel(caller: Caller, move: Move): Promise<Version> {
      if (!PROMPT_NAME.test(move.name)) throw notFound();
      return moveLabel(db, caller, move);
    },

    protectedLabels: (workspace: string): Promise<string[]> => selectProtected(db, workspace),
    protectLabel: (caller: Caller, label: string): Promise<boolean> =>
      protectLabel(db, caller, label),
    unprotectLabel: (caller: Caller, label: string): Promise<boolean> =>
      unprotectLabel(db, caller, label),
  };
}

interface VersionsPage {
  workspace: string;
  name: string;
  before: number;
  limit: number;
}

/** For usage: of one workspace in this process. */
const READS_AT_ONCE = 2;
const READS_WAITING = 8;

function createReads({ db, reads, maxPromptChars }: PromptsOptions, budget: WorkBudget) {
  const limit = createConcurrencyLimit({ atOnce: READS_AT_ONCE, mayWait: READS_WAITING });

  async function get(workspace: string, name: string, which: Which): Promise<Version> {
    const found = PROMPT_NAME.test(name)
      ? await selectVersion(db, workspace, name, which)
      : undefined;
    if (!found) throw notFound();
    return found;
  }

  async function refuseUnknown(workspace: string, name: string): Promise<void> {
    if (!PROMPT_NAME.test(name) || !(await hasPrompt(db, workspace, name))) throw notFound();
  }

  return {
    get,

    /** Without the content of its versions. */
    async getPrompt(workspace: string, name: string): Promise<Prompt> {
      const found = PROMPT_NAME.test(name) ? await selectPrompt(db, workspace, name) : undefined;
      if (!found) throw notFound();
      return found;
    },

    /** By name, after `after`. */
    list: (page: { workspace: string; after: string; limit: number }): Promise<Prompt[]> =>
      selectPrompts(db, page),

    /** Newest first, from before the version `before`. */
    async versions(page: VersionsPage): Promise<VersionSummary[]> {
      await refuseUnknown(page.workspace, page.name);
      return selectVersions(db, page);
    },

    async render(
      workspace: string,
      name: string,
      which: Which,
      values: ExactObject,
    ): Promise<Rendering> {
      const version = await get(workspace, name, which);
      const messages = budget.run(workspace, () => render(version, values, maxPromptChars));
      return { version, messages };
    },

    async diff(workspace: string, name: string, from: number, to: number): Promise<Change[]> {
      const [before, after] = await Promise.all([
        get(workspace, name, { version: from }),
        get(workspace, name, { version: to }),
      ]);
      return budget.run(workspace, () => diffVersions(before, after));
    },

    /** For runs of this kind. */
    async usage(kind: string, { workspace, name, from, to }: UsageInput) {
      await refuseUnknown(workspace, name);
      return limit.run(workspace, () => readUsage(reads, kind, { workspace, name, from, to }));
    },
  };
}

function notFound(): Problem {
  return new Problem('not_found', NOT_FOUND);
}
