/**
 * Whether the version of a contract states its changes since the last release. Each fault is a sentence that says what
 * to do. Knows versions, paths and headings; another module decides the weight of changes.
 */
import type { Weight } from './weigh.ts';

export interface Situation {
  /** info.version of the last release, and of the current contract. */
  released: string;
  present: string;
  /** The paths of the current contract. */
  paths: string[];
  weights: Weight[];
  changelog: string;
}

/** The fault, or undefined if the version may stay as it is. */
export function faultOf(situation: Situation): string | undefined {
  return versionFault(situation) ?? changelogFault(situation);
}

function versionFault({ released, present, paths, weights }: Situation): string | undefined {
  const from = numbersOf(released);
  const to = numbersOf(present);
  if (from === undefined || to === undefined) {
    return `info.version has to be three numbers like 1.4.0, and is ${present} (released: ${released}).`;
  }
  const step = to.findIndex((number, index) => number !== from[index]);
  if (step !== -1 && to[step]! < from[step]!) {
    return `info.version is ${present}, and ${released} is released already: give a later one.`;
  }
  const breaking = count(weights, 'breaking');
  if (breaking > 0 && step !== 0) {
    return (
      `${changes(breaking)} callers of v${from[0]}, and v${from[0]} promises not to. Take back what breaks, or offer it ` +
      `as an addition beside what is there. What cannot be added is v${from[0] + 1}: a contract of its own, with paths ` +
      `under /v${from[0] + 1}/ and info.version ${from[0] + 1}.0.0, served beside this one.`
    );
  }
  const stray = paths.find((path) => /^\/v\d+\//.test(path) && !path.startsWith(`/v${to[0]}/`));
  if (stray !== undefined) {
    return `info.version is ${present}, and ${stray} belongs to another version: paths and version go together.`;
  }
  const more = count(weights, 'compatible');
  if (more > 0 && step !== 0 && step !== 1) {
    return (
      `${more === 1 ? 'A change is' : `${more} changes are`} more than words: set info.version in openapi/developer.yaml to ` +
      `${from[0]}.${from[1] + 1}.0, and say in openapi/CHANGELOG.md what is new.`
    );
  }
  return undefined;
}

function changelogFault({ present, changelog }: Situation): string | undefined {
  const [first] = /^## .*$/m.exec(changelog) ?? [];
  if (first === `## ${present}`) return undefined;
  return `openapi/CHANGELOG.md has to begin with "## ${present}", the newest version first: say there what changed.`;
}

function changes(breaking: number): string {
  return breaking === 1 ? 'A change breaks' : `${breaking} changes break`;
}

function count(weights: Weight[], weight: Weight): number {
  return weights.filter((each) => each === weight).length;
}

function numbersOf(version: string): [number, number, number] | undefined {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? [];
  if (major === undefined) return undefined;
  return [Number(major), Number(minor), Number(patch)];
}
