/**
 * Prompts over HTTP for people: their versions with content and cost, and their labels. Members may move labels if they
 * may give a key the scope for it; admins may also move protected labels.
 */

import type { Scope } from '../keys/index.ts';
import { MODEL_RUNS } from '../model-runs/index.ts';
import { checkRights } from '../people/dashboard.ts';
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers } from '../platform/http/index.ts';
import type { Paging } from '../platform/http/paging.ts';
import { toDate } from '../platform/lib/moment.ts';
import type { Unit } from '../platform/lib/money.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import { callerOf, inWordsOfRoles } from './dashboard-caller.ts';
import { createPresent, type Present } from './dashboard-present.ts';
import { createSaveHandlers, type SaveHandlers } from './dashboard-saving.ts';
import { LABEL, type Prompts } from './index.ts';
import { toUsage } from './present.ts';

type LabelHandlers = Pick<
  DashboardHandlers,
  'createLabelMove' | 'getProtectedLabels' | 'createProtectedLabel' | 'deleteProtectedLabel'
>;
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

export interface PromptOptions {
  db: Db;
  prompts: Prompts;
  unit: Unit;
  paging: Paging;
}

/** A key needs this scope to move labels. */
const MOVES_LABELS: Scope = 'prompts:run';
/** The largest integer of the database: no version has a higher number. */
const HIGHEST_VERSION = 2_147_483_647;

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

/** A malformed number does not exist. */
function toNumber(text: string): number {
  const number = /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > HIGHEST_VERSION) throw new Problem('not_found', NOT_FOUND);
  return number;
}
