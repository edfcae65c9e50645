/** What became of each language, as a line for people and as one exit code. What was not run has proven nothing. */
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
