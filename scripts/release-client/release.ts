/** The steps of a release of the client, in their order. A test passes functions that publish nothing. */
import type { Facts } from './facts.ts';
import { faultsOf, obstaclesOf } from './rules.ts';

export interface ReleaseActions {
  facts: Facts;
  test: () => Promise<boolean>;
  /** The path of the tarball. */
  pack: () => Promise<string>;
  judge: (tarball: string) => Promise<string[]>;
  publish: (args: string[]) => Promise<boolean>;
  say: (line: string) => void;
}

/** Returns whether the release succeeded. Publishes only if that is requested and there is no obstacle. */
export async function release(
  actions: ReleaseActions,
  { publish }: { publish: boolean },
): Promise<boolean> {
  const { facts, say } = actions;
  const obstacles = obstaclesOf(facts);
  const faults = [...faultsOf(facts), ...(publish ? obstacles : [])];
  if (faults.length > 0) return refuse(faults, say);
  if (!(await actions.test())) return refuse(['The tests of the client fail.'], say);
  const tarball = await actions.pack();
  const problems = await actions.judge(tarball);
  if (problems.length > 0) return refuse(problems, say);
  say(`ok      publint and arethetypeswrong have nothing to say`);
  say(`ok      packed: ${tarball}`);
  const args = ['publish', tarball, '--provenance', '--access', 'public'];
  if (publish) return actions.publish(args);
  for (const obstacle of obstacles) say(`to do   ${obstacle}`);
  say(`--publish would do this, where npm can tell where it runs: npm ${args.join(' ')}`);
  return true;
}

function refuse(faults: string[], say: ReleaseActions['say']): false {
  for (const fault of faults) say(`failed  ${fault}`);
  return false;
}
