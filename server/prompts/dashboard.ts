/**
 * Prompts over HTTP for people: their versions with content and cost, and their labels. Members may save versions and
 * move labels if they may give a key the scope for it; admins may also move protected labels. Prompts and versions name
 * the person who saved them, if a person did.
 */

import type {
  PromptRow,
  PromptVersionRow,
  PromptVersionSummaryRow,
} from '../../openapi/generated/dashboard.ts';
import type { Scope } from '../keys/index.ts';
import { MODEL_RUNS } from '../model-runs/index.ts';
import { checkRights } from '../people/dashboard.ts';
import { findPeople, isAtLeast } from '../people/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers, Member } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { withoutNulls } from '../platform/lib/json.ts';
import { toDate } from '../platform/lib/moment.ts';
import type { Unit } from '../platform/lib/money.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import { toPrompt, toSummary, toUsage, toVersion } from './http.ts';
import {
  type Caller,
  HIGHEST_VERSION,
  LABEL,
  type NewVersion,
  type Prompt,
  type Prompts,
  type Version,
  type VersionSummary,
} from './index.ts';

type LabelHandlers = Pick<
  DashboardHandlers,
  'createLabelMove' | 'getProtectedLabels' | 'createProtectedLabel' | 'deleteProtectedLabel'
>;

type SaveHandlers = Pick<DashboardHandlers, 'createVersionOfPrompt' | 'createPromptPreview'>;

type PromptHandlers = LabelHandlers &
  SaveHandlers &
  Pick<
    DashboardHandlers,
    | 'listWorkspacePrompts'
    | 'getWorkspacePrompt'
    | 'listVersionsOfPrompt'
    | 'getVersionOfPrompt'
    | 'getDiffOfPrompt'
    | 'getUsageOfPrompt'
  >;

interface PromptOptions {
  db: Db;
  prompts: Prompts;
  unit: Unit;
  paging: Paging;
}

/** A key needs this scope to save versions. */
const SAVES: Scope = 'prompts:run';

/** A key needs this scope to move labels. */
const MOVES_LABELS: Scope = 'prompts:run';

export function createPromptHandlers(options: PromptOptions): PromptHandlers {
  const { prompts, unit, paging } = options;
  const present = createPresent(options.db);
  return {
    ...createLabelHandlers(options, present),
    ...createSaveHandlers(options, present),

    async listWorkspacePrompts({ principal: { workspace }, query }) {
      const list = { operation: 'listWorkspacePrompts', workspace };
      const { limit, before: after = '' } = paging.toPage(list, query);
      const found = await prompts.list({ workspace, after, limit: limit + 1 });
      const page = found.slice(0, limit);
      const next = found.length > limit ? (page.at(-1)?.name ?? null) : null;
      return { status: 200, body: paging.pageOf(list, await present.rows(page), next) };
    },

    async getWorkspacePrompt({ principal: { workspace }, params: { promptName } }) {
      return {
        status: 200,
        body: await present.row(await prompts.getPrompt(workspace, promptName)),
      };
    },

    async listVersionsOfPrompt({ principal: { workspace }, params: { promptName: name }, query }) {
      const list = { operation: 'listVersionsOfPrompt', workspace, filters: { name } };
      const { limit, before = HIGHEST_VERSION } = paging.toNumberedPage(list, query);
      const found = await prompts.versions({ workspace, name, before, limit: limit + 1 });
      const page = found.slice(0, limit);
      const next = found.length > limit ? (page.at(-1)?.version ?? null) : null;
      return { status: 200, body: paging.pageOf(list, await present.summaries(page), next) };
    },

    async getVersionOfPrompt({ principal: { workspace }, params: { promptName, version } }) {
      const which = { version: toNumber(version) };
      return {
        status: 200,
        body: await present.version(await prompts.get(workspace, promptName, which)),
      };
    },

    async getDiffOfPrompt({ principal: { workspace }, params: { promptName: name }, query }) {
      const { from, to } = query;
      const changes = await prompts.diff(workspace, name, from, to);
      return { status: 200, body: { name, fromVersion: from, toVersion: to, changes } };
    },

    async getUsageOfPrompt({ principal: { workspace }, params: { promptName: name }, query }) {
      const { from, to } = query;
      const usage = await prompts.usage(MODEL_RUNS.kind, {
        ...{ workspace, name },
        ...(from !== undefined && { from: toDate('from', from) }),
        ...(to !== undefined && { to: toDate('to', to) }),
      });
      return { status: 200, body: toUsage(name, usage, unit) };
    },
  };
}

function createLabelHandlers({ db, prompts }: PromptOptions, present: Present): LabelHandlers {
  async function protectedLabels(workspace: string) {
    return { status: 200 as const, body: { labels: await prompts.protectedLabels(workspace) } };
  }

  return {
    async createLabelMove({ principal, params: { promptName: name }, body }) {
      await checkRights(db, principal, MOVES_LABELS, 'move labels');
      const { label, version, fromVersion } = body;
      const move = { name, label, version, fromVersion };
      await prompts.moveLabel(callerOf(principal), move).catch(inWordsOfRoles);
      return {
        status: 200,
        body: await present.row(await prompts.getPrompt(principal.workspace, name)),
      };
    },

    getProtectedLabels: ({ principal: { workspace } }) => protectedLabels(workspace),

    async createProtectedLabel({ principal, body: { label } }) {
      await prompts.protectLabel(callerOf(principal), label);
      return protectedLabels(principal.workspace);
    },

    async deleteProtectedLabel({ principal, params: { label } }) {
      const wasProtected =
        LABEL.test(label) && (await prompts.unprotectLabel(callerOf(principal), label));
      if (!wasProtected) throw new Problem('not_found', NOT_FOUND);
      return { status: 204 };
    },
  };
}

function createSaveHandlers(
  { db, prompts }: { db: Db; prompts: Pick<Prompts, 'save' | 'preview'> },
  present: Present,
): SaveHandlers {
  return {
    async createVersionOfPrompt({ principal, requestKey, body, exactBody }) {
      await checkRights(db, principal, SAVES, 'save prompts');
      const input = withoutNulls(body, exactBody, ['config', 'variables']) as NewVersion;
      const { version } = await prompts
        .save(callerOf(principal), requestKey, input)
        .catch(inWordsOfPeople);
      return { status: 201, body: await present.version(version) };
    },

    async createPromptPreview({ principal: { workspace }, body, exactBody }) {
      const draft = withoutNulls(body, exactBody, ['variables', 'values']);
      return { status: 200, body: await prompts.preview(workspace, draft) };
    },
  };
}

type Present = ReturnType<typeof createPresent>;

function createPresent(db: Db) {
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

/** A malformed number does not exist. */
function toNumber(text: string): number {
  const number = /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > HIGHEST_VERSION) throw new Problem('not_found', NOT_FOUND);
  return number;
}

function callerOf({ workspace, session, role }: Member): Caller {
  return { workspace, actor: session.user, movesProtected: isAtLeast(role, 'admin') };
}

/** Errors with several codes for programs are one conflict for people. */
function inWordsOfPeople(error: unknown): never {
  if (error instanceof Problem) {
    const { latestVersion } = error.options.members ?? {};
    if (error.code === 'version_conflict') {
      throw new Problem(
        'conflict',
        latestVersion === 0
          ? 'There is no version of this prompt yet.'
          : `Somebody else saved meanwhile: the newest version is ${latestVersion} now. Nothing was saved.`,
      );
    }
    if (error.code === 'idempotency_key_reuse') throw new Problem('conflict', error.detail);
  }
  return inWordsOfRoles(error);
}

/** The refusal of a protected label refers keys to the dashboard; a member has to learn who may move it. */
function inWordsOfRoles(error: unknown): never {
  if (error instanceof Problem && error.code === 'label_protected') {
    throw new Problem('forbidden', 'This label is protected. Only admins can move it.');
  }
  throw error;
}
