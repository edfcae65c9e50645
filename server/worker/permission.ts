/**
 * Whether a worker may claim: while the database is the one that this deployment knows. After a lost connection
 * nothing is claimed until that was asked again, because what answers next may have been restored meanwhile.
 */
export interface Permission {
  /** False before the first answer. */
  isGiven(): boolean;
  /** Takes the permission back until the next answer. */
  doubt(): void;
  /** No answer counts as a refusal, and rejects. */
  ask(): Promise<void>;
}

export function createPermission(mayClaim: () => Promise<boolean>): Permission {
  let isGiven = false;
  let doubts = 0;

  function doubt(): void {
    doubts += 1;
    isGiven = false;
  }

  async function ask(): Promise<void> {
    const doubtsBefore = doubts;
    const answer = await mayClaim().catch((error: unknown) => {
      doubt();
      throw error;
    });
    isGiven = answer && doubts === doubtsBefore;
  }

  return { isGiven: () => isGiven, doubt, ask };
}
