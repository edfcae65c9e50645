/** What forms offer of permissions, whatever the service describes. */
import { describe, expect, it } from 'vitest';
import {
  offeredPermissions,
  scopesToSend,
  summaryOf,
} from '../../client/dashboard/src/scopes/index.ts';
import { SCOPES } from '../../openapi/generated/scopes.ts';

const described = (...names: string[]) => ({
  categories: names.map((name) => ({
    title: `About ${name}`,
    description: 'All of them.',
    scopes: [{ name, title: 'Read', description: 'Reads.' }],
  })),
});
const namesOf = (offered: ReturnType<typeof offeredPermissions>) =>
  offered.flatMap(({ permissions }) => permissions.map(({ name }) => name));

describe('a form of permissions', () => {
  it('offers every one of the contract, also before the service has described one', () => {
    expect(namesOf(offeredPermissions(undefined, []))).toEqual([...SCOPES]);
    expect(namesOf(offeredPermissions({ categories: [] }, []))).toEqual([...SCOPES]);
  });

  it('shows the words of the service where it has some, and those of the same subject on one line', () => {
    const [first, ...others] = offeredPermissions(described('models:run'), []);
    expect(first).toEqual({
      title: 'About models:run',
      permissions: [{ name: 'models:run', description: 'Reads.' }, { name: 'models:read' }],
    });
    expect(others).toContainEqual({
      title: 'Compute',
      permissions: [{ name: 'compute:read' }, { name: 'compute:run' }],
    });
  });

  it('offers each once: those that a newer service describes, and those that are saved already', () => {
    const offered = offeredPermissions(described('files:read', 'models:run'), [
      ...['old:run', 'models:run'],
    ]);
    expect(namesOf(offered)).toEqual([
      ...['files:read', 'models:run', 'models:read'],
      ...SCOPES.filter((name) => !name.startsWith('models:')),
      'old:run',
    ]);
  });

  it('sends what was chosen, also what the contract of the page does not have', () => {
    expect(scopesToSend(['models:run', 'old:run'])).toEqual(['models:run', 'old:run']);
  });
});

describe('the summary of what a key may do', () => {
  it.each([
    [[...SCOPES], 'Full access'],
    [[...SCOPES, 'old:run'], 'Full access'],
    [SCOPES.slice(1), `${SCOPES.length - 1} permissions`],
    [['models:read'], '1 permission'],
  ])('%j is %s', (names, summary) => {
    expect(summaryOf(names)).toBe(summary);
  });
});
