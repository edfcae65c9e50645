/** The caller, as its key identifies it: what it may do, and whose money it spends. */

export interface Principal {
  workspace: string;
  apiKey: string;
  scopes: ReadonlySet<string>;
  payer: { account: string; kind: 'wallet' | 'key_credit' };
  /** The wallet, if a key with its own credit may fall back to it. */
  fallbackAccount?: string;
  /** The only models that the caller may name. As old as the cached key: a change takes effect within a second. */
  models?: readonly string[];
  /** Whether the key has spending limits, which creates read in the database. */
  hasLimits?: true;
}
