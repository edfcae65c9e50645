/**
 * Prompts of workspaces: texts and messages with variables, in versions that never change, and labels that move between
 * versions. Free of charge, and limited: so is how much of the process and of the database one workspace uses for reads.
 * The audit trail contains saves and moves of labels.
 */

import { diffLines } from 'diff';
import type { Db } from '../platform/db/pool.ts';
import { textOfNumber, withTrueNames } from '../platform/lib/json.ts';
import { invalidRequest, NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import { createConcurrencyLimit } from '../platform/lib/shares.ts';
import { createWorkBudget, type WorkBudget } from '../platform/lib/within-time.ts';
import { messagesOf, type Work } from './compiling.ts';
import { type Exported, type Format, type Imported, importVersions } from './importing.ts';
import { type Move, moveLabel, protectLabel, unprotectLabel } from './labels.ts';
import {
  type Caller,
  type Content,
  type ExactObject,
  type NewVersion,
  PROMPT_NAME,
  type Prompt,
  type PromptMessage,
  type Version,
  type VersionSummary,
  type Which,
} from './prompt.ts';
import { render } from './rendering.ts';
import { type Draft, type Preview, previewDraft, type Saved, saveVersion } from './saving.ts';
import { type PromptStore, selectPromptUsage, type VersionUsage } from './version-store.ts';

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
  type Prompt,
  tagOf,
  type Version,
  type VersionSummary,
  type Which,
} from './prompt.ts';
export { createPromptStore, KEPT_OF_PROMPTS, type PromptStore } from './version-store.ts';

export type Prompts = ReturnType<typeof createPrompts>;

interface PromptsOptions {
  store: PromptStore;
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

/** For usage: of one workspace in this process. */
const READS_AT_ONCE = 2;
const READS_WAITING = 8;

export function createPrompts(options: PromptsOptions) {
  const { store } = options;
  const budget = createWorkBudget(WORK);

  function save(caller: Caller, idempotencyKey: string, input: NewVersion): Promise<Saved> {
    const isOperator = caller.apiKey === undefined && caller.actor === undefined;
    const work: Work = (now) => (isOperator ? now() : budget.run(caller.workspace, now));
    return saveVersion({ store, work }, caller, idempotencyKey, input);
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

    moveLabel: (caller: Caller, move: Move): Promise<Version> => moveLabel(store, caller, move),

    protectedLabels: store.protectedLabels,
    protectLabel: (caller: Caller, label: string): Promise<boolean> =>
      protectLabel(store, caller, label),
    unprotectLabel: (caller: Caller, label: string): Promise<boolean> =>
      unprotectLabel(store, caller, label),
  };
}

interface VersionsPage {
  workspace: string;
  name: string;
  before: number;
  limit: number;
}

interface UsageInput {
  workspace: string;
  name: string;
  from?: Date | undefined;
  to?: Date | undefined;
}

interface Change {
  part: 'content' | 'config' | 'variables';
  blocks: { kind: 'same' | 'removed' | 'added'; text: string }[];
}

function createReads({ store, reads, maxPromptChars }: PromptsOptions, budget: WorkBudget) {
  const limit = createConcurrencyLimit({ atOnce: READS_AT_ONCE, mayWait: READS_WAITING });

  async function get(workspace: string, name: string, which: Which): Promise<Version> {
    const found = PROMPT_NAME.test(name) ? await store.version(workspace, name, which) : undefined;
    if (!found) throw notFound();
    return found;
  }

  async function refuseUnknown(workspace: string, name: string): Promise<void> {
    if (!PROMPT_NAME.test(name) || !(await store.has(workspace, name))) throw notFound();
  }

  return {
    get,

    /** Without the content of its versions. */
    async getPrompt(workspace: string, name: string): Promise<Prompt> {
      const found = PROMPT_NAME.test(name) ? await store.prompt(workspace, name) : undefined;
      if (!found) throw notFound();
      return found;
    },

    /** By name, after `after`. */
    list: store.prompts,

    /** Newest first, from before the version `before`. */
    async versions(page: VersionsPage): Promise<VersionSummary[]> {
      await refuseUnknown(page.workspace, page.name);
      return store.versions(page);
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

/** Beyond this many edits, or this length, a part counts as replaced as a whole. */
const BOUNDS = { maxEditLength: 10_000, timeout: 250 };

function diffVersions(from: Version, to: Version): Change[] {
  const parts: [Change['part'], string, string][] = [
    ['content', textOfContent(from.content), textOfContent(to.content)],
    ['config', textOfJson(from.config), textOfJson(to.config)],
    ['variables', textOfJson(from.variables), textOfJson(to.variables)],
  ];
  return parts
    .filter(([, before, after]) => before !== after)
    .map(([part, before, after]) => ({ part, blocks: blocksOf(before, after) }));
}

function blocksOf(before: string, after: string): Change['blocks'] {
  const changes = diffLines(before, after, BOUNDS);
  if (!changes) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  }
  return changes.map(({ added, removed, value: text }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text,
  }));
}

function textOfContent(content: Content): string {
  return messagesOf(content)
    .map(({ role, content: text }) => `[${role}]\n${text}\n`)
    .join('');
}

function textOfJson(value: ExactObject | undefined): string {
  if (value === undefined) return '';
  return `${JSON.stringify(sorted(withTrueNames(value)), null, 2)}\n`;
}

/** With every digit, as saved. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  if (textOfNumber(value) !== undefined) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MOST_DAYS = 366;
const USUAL_DAYS = 30;
const MOST_VERSIONS = 1_000;

/** The range of answers. */
const LATEST_MS = Date.UTC(9999, 11, 31, 23);

/** Newest version first. */
async function readUsage(db: Db, kind: string, { workspace, name, from, to }: UsageInput) {
  const span = wholeSpan(from, to);
  const query = { workspace, name, ...span };
  const versions = await selectPromptUsage(db, kind, query, MOST_VERSIONS);
  return { ...span, versions: versions.sort(byVersion) };
}

/** Numbers in descending order, then all other version names in runs. */
function byVersion(a: VersionUsage, b: VersionUsage): number {
  const [first, second] = [numberOf(a), numberOf(b)];
  return first === second ? (a.version < b.version ? -1 : 1) : second - first;
}

function numberOf({ version }: VersionUsage): number {
  return /^[1-9][0-9]{0,9}$/.test(version) ? Number(version) : 0;
}

/** Throws a refusal of a span that is none, or too long. */
function wholeSpan(from: Date | undefined, to = new Date()): { from: Date; to: Date } {
  const begin = from ?? new Date(to.getTime() - USUAL_DAYS * DAY_MS);
  const first = Math.floor(begin.getTime() / HOUR_MS) * HOUR_MS;
  const last = Math.ceil(to.getTime() / HOUR_MS) * HOUR_MS;
  if (first < 0) throw badSpan('from', 'is before 1970');
  if (last > LATEST_MS) throw badSpan('to', 'is after the year 9999');
  if (last <= first) throw badSpan('to', 'must be later than from');
  if (last - first > MOST_DAYS * DAY_MS) {
    throw badSpan('from', `is more than ${MOST_DAYS} days before to`);
  }
  return { from: new Date(first), to: new Date(last) };
}

function badSpan(parameter: string, detail: string): Problem {
  return invalidRequest({ parameter, detail, code: 'range' });
}
