/** The outcome of each check, as a line for people and as one exit code. A check that did not run proves nothing. */
import { isThere } from './execute.ts';

export interface Outcome {
  name: string;
  proven?: string;
  fault?: string;
  /** The programs that this machine does not have. */
  missing?: string[];
}

export function lineOf({ name, proven, fault, missing }: Outcome): string {
  if (missing !== undefined)
    return `not run  ${name}: this machine has no ${missing.join(', no ')}`;
  return fault === undefined ? `ok       ${name}: ${proven}` : `failed   ${name}: ${fault}`;
}

export function exitCodeOf(
  outcomes: Outcome[],
  { allowMissing }: { allowMissing: boolean },
): 0 | 1 {
  const isBad = ({ fault, missing }: Outcome) =>
    fault !== undefined || (missing !== undefined && !allowMissing);
  const hasProven = outcomes.some(({ proven }) => proven !== undefined);
  return outcomes.some(isBad) || !hasProven ? 1 : 0;
}

/** Who proves something, which programs that needs, and the proof itself, which throws if it fails. */
interface Prover {
  name: string;
  needs: readonly string[];
  prove(): Promise<string>;
}

/** Reports each outcome as soon as it is known. */
export async function proveAll(provers: readonly Prover[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const prover of provers) {
    const outcome = await outcomeOf(prover);
    outcomes.push(outcome);
    console.log(lineOf(outcome));
  }
  return outcomes;
}

async function outcomeOf({ name, needs, prove }: Prover): Promise<Outcome> {
  const missing = needs.filter((tool) => !isThere(tool));
  if (missing.length > 0) return { name, missing };
  try {
    return { name, proven: await prove() };
  } catch (error) {
    return { name, fault: error instanceof Error ? error.message : String(error) };
  }
}
