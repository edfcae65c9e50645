/** What the workspace owes for payments that were returned after their credit was spent. */
import type { Wallet } from '../../api/index.ts';
import { Money, Notice } from '../../parts/index.ts';

interface DebtProps {
  wallet: Pick<Wallet, 'debtAmount' | 'debtStopsRuns'>;
}

/** Nothing without a debt. */
export function DebtNotice({ wallet }: DebtProps) {
  const { debtAmount, debtStopsRuns } = wallet;
  if (debtAmount === undefined) return null;
  return (
    <Notice
      tone={debtStopsRuns ? 'bad' : 'warn'}
      title={debtStopsRuns ? 'Runs are refused until a debt is paid' : 'The workspace has a debt'}
    >
      <DebtWords wallet={wallet} />
    </Notice>
  );
}

export function DebtWords({ wallet: { debtAmount = 0, debtStopsRuns } }: DebtProps) {
  return (
    <>
      The workspace owes <Money amount={debtAmount} look="exact" /> for payments that were returned
      after their credit was spent. The next paid credit covers it first
      {debtStopsRuns ? ', and no run starts until then.' : '.'}
    </>
  );
}
