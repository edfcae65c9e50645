/**
 * What an admin does with a workspace in the console. Each act and its record are one transaction, and the request key
 * does it once, whoever sends it again.
 */
import { recordAct } from '../audit-trail/index.ts';
import { type Grant, giveGrant, topUpWallet } from '../money/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { Problem } from '../platform/lib/problem.ts';
import { type QuotaName, setQuota } from '../quotas/index.ts';
import { resumeWorkspace, suspendWorkspace } from '../workspaces/index.ts';

export interface Asked {
  workspace: string;
  /** The person. */
  actor: string;
  /** The workspace reads it. */
  reason: string;
  requestKey: string;
}

export interface Acts {
  credit(asked: Asked, amount: number): Promise<void>;
  grant(
    asked: Asked,
    grant: { amount: number; category: Grant['reason']; expiresAt: Date },
  ): Promise<void>;
  /** A limit of null is the default of the deployment. */
  setQuota(asked: Asked, change: { quota: QuotaName; limit: number | null }): Promise<void>;
  suspend(asked: Asked): Promise<void>;
  resume(asked: Asked): Promise<void>;
}

export function createActs({ db }: { db: Db }): Acts {
  async function once(
    { reason, ...asked }: Asked,
    { kind, ...detail }: { kind: string } & Record<string, unknown>,
    work: (tx: Queryable, why: string) => Promise<unknown>,
  ): Promise<void> {
    const why = reason.trim();
    const act = { ...asked, via: 'console', kind, reason: why, detail } as const;
    await db.transaction(async (tx) => {
      if (await recordAct(tx, act)) await work(tx, why);
    });
  }

  return {
    credit: (asked, amount) =>
      once(asked, { kind: 'wallet_credited', amount }, (tx, why) => {
        const { workspace } = asked;
        return topUpWallet(tx, { workspace, amount, reference: nameOf(asked), actor: { why } });
      }),

    grant: (asked, { category, ...grant }) =>
      once(asked, { kind: 'credit_granted', category, ...grant }, (tx, why) =>
        giveGrant(tx, {
          ...{ ...grant, workspace: asked.workspace, reason: category },
          ...{ reference: nameOf(asked), note: why, actor: { why } },
        }),
      ),

    setQuota: (asked, change) =>
      once(asked, { kind: 'quota_changed', ...change }, (tx, why) =>
        setQuota(tx, { workspace: asked.workspace, ...change }, { why }),
      ),

    suspend: (asked) =>
      once(asked, { kind: 'workspace_suspended' }, async (tx, why) => {
        if (await suspendWorkspace(tx, { workspace: asked.workspace, why })) return;
        throw new Problem('conflict', 'The workspace is suspended already.');
      }),

    resume: (asked) =>
      once(asked, { kind: 'workspace_resumed' }, async (tx, why) => {
        if (await resumeWorkspace(tx, { workspace: asked.workspace, why })) return;
        throw new Problem('conflict', 'The workspace is not suspended.');
      }),
  };
}

/** In the ledger. */
function nameOf({ requestKey }: Asked): string {
  return `console ${requestKey}`;
}
