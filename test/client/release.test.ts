/** The release of the client: what it checks, in which order, and that it publishes only on request. */
import { describe, expect, it } from 'vitest';
import { type Facts, readFacts } from '../../scripts/release-client/facts.ts';
import { type ReleaseActions, release } from '../../scripts/release-client/release.ts';
import { faultsOf, obstaclesOf } from '../../scripts/release-client/rules.ts';

const READY: Facts = {
  ...{ version: '1.2.0', named: '1.2.0', contract: '1.3.0', readme: 'model-run-client-1.2.0.tgz' },
  newest: { heading: '1.2.0', text: 'The types are those of contract 1.3.0.' },
  ...{ repository: 'https://git.example.com/runs.git', released: ['1.0.0', '1.1.9', '1.2.0'] },
  ...{ tags: ['client-v1.2.0'], changed: [] },
};

function withActions(more: Partial<ReleaseActions> = {}) {
  const done: string[] = [];
  const lines: string[] = [];
  const note =
    <Value>(step: string, value: Value) =>
    async () => {
      done.push(step);
      return value;
    };
  const actions: ReleaseActions = {
    facts: READY,
    ...{ test: note('test', true), pack: note('pack', '/made.tgz'), judge: note('judge', []) },
    async publish(args) {
      done.push(`npm ${args.join(' ')}`);
      return true;
    },
    say: (line) => void lines.push(line),
    ...more,
  };
  return { actions, done, lines };
}

describe('a release', () => {
  it('tests, packs and checks the package, and publishes nothing unless it is asked to', async () => {
    const { actions, done, lines } = withActions();
    expect(await release(actions, { publish: false })).toBe(true);
    expect(done).toEqual(['test', 'pack', 'judge']);
    expect(lines.at(-1)).toMatch(/npm publish \/made\.tgz --provenance --access public$/);
  });

  it('publishes with provenance where it is asked to, last', async () => {
    const { actions, done } = withActions();
    expect(await release(actions, { publish: true })).toBe(true);
    expect(done).toEqual([
      ...['test', 'pack', 'judge'],
      'npm publish /made.tgz --provenance --access public',
    ]);
  });

  it('says what is to be done before it can be published, and packs all the same', async () => {
    const { actions, done, lines } = withActions({
      facts: { ...READY, tags: [], released: ['1.1.9'] },
    });
    expect(await release(actions, { publish: false })).toBe(true);
    expect(done).toContain('judge');
    expect(lines.join()).toMatch(/to do {3}This commit is not the one of client-v1\.2\.0/);
  });

  it.each<[string, Partial<ReleaseActions>, string[]]>([
    ['a version that is none', { facts: { ...READY, named: '1.1.9' } }, []],
    ['tests that fail', { test: async () => false }, []],
    [
      'a package that others find faults in',
      { judge: async () => ['publint: no'] },
      ['test', 'pack'],
    ],
  ])('ends at %s', async (_, more, steps) => {
    const { actions, done } = withActions(more);
    expect(await release(actions, { publish: true })).toBe(false);
    expect(done).toEqual(steps);
  });

  it.each<[string, Partial<Facts>]>([
    ['not tagged', { tags: [], released: ['1.1.9'] }],
    ['changed since', { changed: [' M client/index.ts'] }],
    [
      'not meant to be published',
      { newest: { heading: '1.2.0', text: `Not published yet. ${READY.newest.text}` } },
    ],
    ['from nowhere', { repository: undefined }],
  ])('of a version that is %s is not published, and not even tested', async (_, facts) => {
    const { actions, done } = withActions({ facts: { ...READY, ...facts } });
    expect(await release(actions, { publish: true })).toBe(false);
    expect(done).toEqual([]);
  });
});

describe('the rules', () => {
  it.each<[Partial<Facts>, RegExp]>([
    [{ version: '1.2' }, /no version/],
    [{ named: '1.1.9' }, /client\/version\.ts says 1\.1\.9/],
    [{ newest: { ...READY.newest, heading: '1.1.9' } }, /write what 1\.2\.0 changes/],
    [{ contract: '1.4.0' }, /types are those of contract 1\.4\.0/],
    [{ readme: '' }, /README\.md does not name/],
    [{ tags: [] }, /the tag of another commit: raise the version/],
    [{ released: ['1.10.0'] }, /1\.10\.0 was released before/],
  ])('report %j', (facts, sentence) => {
    expect(faultsOf({ ...READY, ...facts }).join()).toMatch(sentence);
  });

  it('find no fault in a correct release', () => {
    expect(faultsOf(READY)).toEqual([]);
    expect(obstaclesOf(READY)).toEqual([]);
  });

  it('find no fault in packing the current client', () => {
    expect(faultsOf(readFacts())).toEqual([]);
  });
});
