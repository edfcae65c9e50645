/**
 * Whether a worker may claim: while the database is the one that this deployment knows. After a lost connection the
 * worker claims nothing until it has asked again, because the next database that answers may be a restored one.
 */
export interface Permission {
  /** False before the first answer. */
  isGiven(): boolean;
  /** Withdraws the permission until the next answer. */
  doubt(): void;
  /** Rejects without an answer, which counts as a refusal. */
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
