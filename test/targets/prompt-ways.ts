/** How to make the real service give each refusal that only prompts have. */
import { createPromptStore, createPrompts } from '../../server/prompts/index.ts';
import { MAX_PROMPT_CHARS, PROMPTS, type Tenant } from '../support/service.ts';
import { type Fixtures, PROMPT, type Way } from './fixtures.ts';
import type { Provocation } from './suite.ts';

export function promptWays(fixtures: Fixtures) {
  const { ask, service } = fixtures;
  const { db } = service.database;

  const withBody = (body: object): Provocation => ask({ body: JSON.stringify(body) });
  const other = (change: object) => withBody({ ...fixtures.body, ...change });

  /** Another workspace, with one version of the prompt. */
  async function owner(): Promise<Tenant> {
    const tenant = await service.tenant();
    await tenant.create(fixtures.body, { path: PROMPTS });
    await tenant.create(fixtures.body, { path: PROMPTS });
    return tenant;
  }

  const own = {
    async label_protected() {
      const { workspace, key } = await owner();
      const prompts = createPrompts({
        store: createPromptStore(db),
        reads: db,
        maxPromptChars: MAX_PROMPT_CHARS,
      });
      await prompts.protectLabel({ workspace }, PROMPT.label);
      return ask({}, { key: key.key });
    },
    version_conflict: () => other({ parentVersion: 6 }),
    precondition_failed: () => ask({ headers: { 'If-Match': '"1-other"' } }),
    invalid_prompt: ({ id }) =>
      id === 'updatePromptLabel'
        ? withBody({ version: 9_999 })
        : other({ text: '{{#items}}{{/items}}' }),
    invalid_variables: () => withBody({ label: 'production', variables: { number: 42 } }),
    async prompt_limit_reached({ id }) {
      const { workspace, key } = await owner();
      const labels = `insert into prompt_label (workspace, name, label, version)
        select $1, $2, 'label' || n, 1 from generate_series(1, 50) n`;
      const prompts = `insert into prompt (workspace, name) select $1, $2 || n from generate_series(1, 999) n`;
      await db.query(id === 'updatePromptLabel' ? labels : prompts, [workspace, PROMPT.name]);
      const named = { ...fixtures.body, name: 'one-more' };
      if (id !== 'updatePromptLabel') {
        return ask({ body: JSON.stringify(named) }, { key: key.key });
      }
      const path = { ...PROMPT, label: 'one-more' };
      return ask({ body: JSON.stringify({ version: 1 }) }, { key: key.key, path });
    },
  } satisfies Record<string, Way>;

  return {
    own,
    invalid_request: (id: string) =>
      id === 'createPromptVersion' ? other({ text: 5 }) : withBody({ version: 'seven' }),
    prompt_too_large: () =>
      withBody({ variables: { audience: 'x'.repeat(MAX_PROMPT_CHARS), number: 42 } }),
  };
}
