/**
 * The operator's metrics. The meter is passed in like the log, and absent if nobody reads metrics: then the process
 * counts nothing. Metrics never contain the name of a customer, a key or a run.
 */
export interface Meter {
  /** A submission ended with this outcome. */
  submitted(of: { kind: string; provider: string; outcome: string }, seconds: number): void;
  /** A run goes to a fallback. */
  fellBack(of: { kind: string; provider: string; to: string }): void;
  /** A key of a provider rests for a while, or is used again. */
  keyRests(of: { provider: string; key: string }, rests: boolean): void;
  /** A run entered this state, with its charge and the deployment's loss, in units. */
  advanced(
    state: string,
    amounts: { charged?: number | undefined; lost?: number | undefined },
  ): void;
  /** A run left a state after this time in it. */
  left(of: { kind: string; state: string }, seconds: number): void;
  /** A request to an operation of the contract was answered. */
  answered(of: { operation: string; status: number }, seconds: number): void;
  /** An attempt to deliver a webhook ended this way. */
  delivered(outcome: 'delivered' | 'failed', seconds: number): void;
  /** An export that is made in the background is ready, with this many bytes, or there will be none for this reason. */
  exported(outcome: string, amounts: { seconds: number; bytes: number }): void;
  /** This many service spans ended this way on their way to the collector. */
  traced(outcome: 'sent' | 'not_taken' | 'dropped', spans: number): void;
  /** This many items left together. */
  batched(what: Batched, items: number): void;
  /** A request was refused with this code. */
  refused(code: string): void;
  /** A request was refused because the process is short of this resource. */
  shed(shortage: string): void;
  /** A worker lost its lease and continues under another name. */
  leaseLost(): void;
  /** Whether this process may claim runs: false while its database is not the one that the deployment knows. */
  mayClaim(isGiven: boolean): void;
  /** Whether notifications sent to the database come back to this process. */
  heard(comeBack: boolean): void;
}

export type Batched = 'create' | 'advance' | 'reference' | 'read';
