/**
 * The operator's metrics. The meter is passed in like the log, and left out if nobody reads metrics: then nothing is
 * counted. No name of a customer, a key or a run is ever part of it.
 */
export interface Meter {
  /** A submission came to this outcome. */
  submitted(of: { kind: string; provider: string; outcome: string }, seconds: number): void;
  /** A run goes to another provider than the one it was for. */
  fellBack(of: { kind: string; provider: string; to: string }): void;
  /** A key of a provider is left alone for a while, or used again. */
  keyRests(of: { provider: string; key: string }, rests: boolean): void;
  /** A run came into this state, with what it was charged and what the deployment lost, in units. */
  advanced(
    state: string,
    amounts: { charged?: number | undefined; lost?: number | undefined },
  ): void;
  /** A run left a state that it had been in for so long. */
  left(of: { kind: string; state: string }, seconds: number): void;
  /** A request to an operation of the contract was answered. */
  answered(of: { operation: string; status: number }, seconds: number): void;
  /** An attempt to deliver a webhook came to this end. */
  delivered(outcome: 'delivered' | 'failed', seconds: number): void;
  /** So many service spans came to this end on their way to the collector. */
  traced(outcome: 'sent' | 'not_taken' | 'dropped', spans: number): void;
  /** So many items left together. */
  batched(what: Batched, items: number): void;
  /** A request was refused with this code. */
  refused(code: string): void;
  /** A request was refused because the process is short of this. */
  shed(shortage: string): void;
  /** A worker lost its lease and goes on under another name. */
  leaseLost(): void;
  /** Whether this process may claim runs: false while its database is not the one that the deployment knows. */
  mayClaim(isGiven: boolean): void;
  /** Whether notifications that are sent to the database come back to this process. */
  heard(comeBack: boolean): void;
}

export type Batched = 'create' | 'advance' | 'reference' | 'read';
