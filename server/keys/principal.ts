/** Who calls, as a key says it: what it may do, and whose money it spends. */

export interface Principal {
  workspace: string;
  apiKey: string;
  scopes: ReadonlySet<string>;
  payer: { account: string; kind: 'wallet' | 'key_credit' };
  /** The wallet, where a key with credit of its own may fall back to it. */
  fallbackAccount?: string;
  /** The only models that it may name. As old as what is remembered of the key: a change holds within a second. */
  models?: readonly string[];
  /** Whether it has spending limits, which creates read in the database. */
  hasLimits?: true;
}
