/** How a person saves versions of prompts, and tries drafts. */

import type { Scope } from '../keys/index.ts';
import { checkRights } from '../people/dashboard.ts';
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers } from '../platform/http/index.ts';
import { withoutNulls } from '../platform/lib/json.ts';
import { Problem } from '../platform/lib/problem.ts';
import { callerOf, inWordsOfRoles } from './dashboard-caller.ts';
import type { Present } from './dashboard-present.ts';
import type { NewVersion, Prompts } from './index.ts';

export type SaveHandlers = Pick<DashboardHandlers, 'createVersionOfPrompt' | 'createPromptPreview'>;

/** A key needs this scope to save versions. */
const SAVES: Scope = 'prompts:run';

export function createSaveHandlers(
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
