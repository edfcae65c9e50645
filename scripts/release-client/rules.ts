/** The faults that prevent packing, and the obstacles that prevent publishing, as sentences that say what to do. */
import type { Facts } from './facts.ts';

/** Returns the faults of the package. */
export function faultsOf({ version, named, newest, readme, contract, released, tags }: Facts) {
  const wasReleased = released.includes(version) && !tags.includes(`client-v${version}`);
  const higher = released.filter((other) => compare(other, version) > 0);
  return sentences([
    [!/^\d+\.\d+\.\d+$/.test(version), `${version} is no version: give three numbers.`],
    [named !== version, `client/version.ts says ${named}, and client/package.json ${version}.`],
    [
      newest.heading !== version,
      `client/CHANGELOG.md begins with ${newest.heading}: write what ${version} changes.`,
    ],
    [
      !newest.text.includes(`The types are those of contract ${contract}.`),
      `client/CHANGELOG.md does not say that the types are those of contract ${contract}.`,
    ],
    [
      !readme.includes(`model-run-client-${version}.tgz`),
      `client/README.md does not name model-run-client-${version}.tgz.`,
    ],
    [wasReleased, `client-v${version} is the tag of another commit: raise the version.`],
    [higher.length > 0, `${higher.join(', ')} was released before: raise the version above it.`],
  ]);
}

/** Returns the obstacles to publishing: what a registry has published can't be undone. */
export function obstaclesOf({ version, repository, newest, tags, changed }: Facts) {
  return sentences([
    [
      newest.text.includes('Not published yet.'),
      'client/CHANGELOG.md says "Not published yet.": take that out.',
    ],
    [changed.length > 0, `There are changes that are not committed: ${changed.join(', ')}.`],
    [
      !tags.includes(`client-v${version}`),
      `This commit is not the one of client-v${version}: tag it, or check that out.`,
    ],
    [
      repository === undefined,
      'client/package.json has no repository: provenance compares it with where the package is built.',
    ],
  ]);
}

function sentences(rules: [breaks: boolean, sentence: string][]): string[] {
  return rules.flatMap(([breaks, sentence]) => (breaks ? [sentence] : []));
}

function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number));
  const at = a!.findIndex((part, i) => part !== b![i]);
  return at < 0 ? 0 : a![at]! - b![at]!;
}
