/** What forms offer of scopes, whatever the service describes. */
import { describe, expect, it } from 'vitest';
import { offeredScopes, scopesToSend } from '../../client/dashboard/src/scopes/index.ts';
import { SCOPES } from '../../openapi/generated/scopes.ts';

const described = (...names: string[]) => ({
  categories: [
    {
      title: 'Models',
      description: 'Models.',
      scopes: names.map((name) => ({ name, title: 'Read', description: 'Reads.' })),
    },
  ],
});
const namesOf = (offered: ReturnType<typeof offeredScopes>) => offered.map(({ name }) => name);

describe('a form of scopes', () => {
  it('offers every scope of the contract, also before the service has described one', () => {
    expect(namesOf(offeredScopes(undefined, []))).toEqual([...SCOPES]);
    expect(namesOf(offeredScopes(described(), []))).toEqual([...SCOPES]);
  });

  it('shows the words of the service where it has some, and the name elsewhere', () => {
    const [first, ...rest] = offeredScopes(described('models:run'), []);
    expect(first).toEqual({ name: 'models:run', title: 'Models: read', description: 'Reads.' });
    const others = SCOPES.filter((name) => name !== 'models:run');
    expect(rest).toEqual(others.map((name) => ({ name, title: name })));
  });

  it('offers each once: those that a newer service describes, and those that are saved already', () => {
    const offered = offeredScopes(described('files:read', 'models:run'), ['old:run', 'models:run']);
    expect(namesOf(offered)).toEqual([
      ...['files:read', 'models:run'],
      ...SCOPES.filter((name) => name !== 'models:run'),
      'old:run',
    ]);
  });

  it('sends what was chosen, also what the contract of the page does not have', () => {
    expect(scopesToSend(['models:run', 'old:run'])).toEqual(['models:run', 'old:run']);
  });
});
