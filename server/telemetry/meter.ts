/**
 * What is counted while the service works, for who runs it. Handed to whoever knows of it, like the log, and left out
 * where nobody asks: then nothing is counted. No name of a customer, a key or a run is ever part of it.
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
  /** So many items left together. */
  batched(what: Batched, items: number): void;
  /** A request was refused with this code. */
  refused(code: string): void;
  /** A worker lost its lease and goes on under another name. */
  leaseLost(): void;
  /** Whether this process may claim runs: false while its database is not the one that the deployment knows. */
  mayClaim(isGiven: boolean): void;
}

export type Batched = 'create' | 'advance' | 'reference' | 'read';
