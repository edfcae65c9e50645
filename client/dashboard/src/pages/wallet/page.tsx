/** The wallet of the workspace: its balance, its spending, and every transaction. */
import { useState } from 'react';
import { type Statement, useStatement, useWallet } from '../../api/index.ts';
import { formatMonth, monthsBefore } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Button,
  ButtonLink,
  Loaded,
  Money,
  MoneyFigure,
  Notice,
  Page,
  Tile,
  Tiles,
  useNow,
  useZone,
} from '../../parts/index.ts';
import { Billing } from './billing.tsx';
import { Charges } from './charges.tsx';
import { Credit } from './credit.tsx';
import { useCrediting } from './crediting.ts';
import { DebtNotice } from './debt.tsx';
import { Entries } from './entries.tsx';
import { Grants } from './grants.tsx';
import { PaymentNotice, Payments, TopUp } from './payments.tsx';
import { Recharge } from './recharge.tsx';
import { StatementCard } from './statement.tsx';
import './wallet.css';

export function WalletPage({ title }: { title: string }) {
  const { workspaceId, isAtLeast } = useHere();
  const wallet = useWallet(workspaceId);
  const [isCrediting, setCrediting] = useState(false);
  const { mayCredit, ask } = useCrediting();
  const zone = useZone();
  const [chosen, setMonth] = useState<string>();
  const [present] = monthsBefore(useNow(), zone);
  const month = chosen ?? present!.value;
  // The figure above and the lines below use the same answer, so that they agree.
  const statement = useStatement(workspaceId, { month, timeZone: zone });
  const [isPaying, setPaying] = useState(false);
  const bounds = wallet.data?.payments;
  const grants = wallet.data?.grants ?? [];
  const hasSide = bounds !== undefined || grants.length > 0;
  const mayPay = bounds !== undefined && isAtLeast('admin');
  const actions = (
    <>
      {mayCredit && (
        <Button
          look={mayPay ? undefined : 'primary'}
          icon="plus"
          onPress={() => setCrediting(true)}
        >
          Add credit
        </Button>
      )}
      {mayPay && (
        <Button look="primary" icon="wallet" onPress={() => setPaying(true)}>
          Pay by card
        </Button>
      )}
    </>
  );

  return (
    <Page
      title={title}
      about={`Prepaid credit. A run puts its maximum cost on hold and is charged only what it used.${ask === undefined || mayPay ? '' : ` ${ask}`}`}
      actions={(mayCredit || mayPay) && actions}
    >
      <PaymentNotice />
      {wallet.data && <DebtNotice wallet={wallet.data} />}
      {wallet.data?.isLow && <LowNotice threshold={wallet.data.lowBalanceAmount ?? 0} ask={ask} />}
      <Loaded query={wallet} rows={2} label="Loading the wallet">
        {(data) => (
          <Tiles>
            <Tile name="Available" note={thresholdNote(data)}>
              <MoneyFigure amount={data.availableAmount} look="balance" what="Available" />
            </Tile>
            <Tile name="Key credit" note="set aside for individual keys">
              <MoneyFigure amount={data.keyCreditAmount} look="balance" what="Key credit" />
            </Tile>
            <Tile name="Held" note="for runs in progress">
              <MoneyFigure amount={data.heldAmount} what="Held" />
            </Tile>
            <Tile
              name={`Spent in ${formatMonth(statement.data?.month ?? month)}`}
              note={
                <>
                  <Money amount={data.spentAmount} /> in total
                </>
              }
            >
              {statement.data ? <MoneyFigure amount={spentIn(statement.data)} what="Spent" /> : '…'}
            </Tile>
          </Tiles>
        )}
      </Loaded>
      <div className={hasSide ? 'columns' : 'stack'}>
        <div className="stack">
          <StatementCard statement={statement} month={month} onMonth={setMonth} />
          <Charges month={month} />
        </div>
        {hasSide && (
          <div className="stack">
            <Grants grants={grants} />
            {bounds && <Recharge bounds={bounds} />}
            {bounds && <Payments />}
            {mayPay && <Billing />}
          </div>
        )}
      </div>
      <Entries />
      {isCrediting && <Credit onClose={() => setCrediting(false)} />}
      {isPaying && bounds && <TopUp bounds={bounds} onClose={() => setPaying(false)} />}
    </Page>
  );
}

function spentIn({ providerAmount, feeAmount, storageAmount }: Statement): number {
  return providerAmount + feeAmount + storageAmount;
}

function thresholdNote({ lowBalanceAmount }: { lowBalanceAmount?: number }) {
  if (lowBalanceAmount === undefined) return 'no alert set';
  return (
    <>
      warns below <Money amount={lowBalanceAmount} look="exact" />
    </>
  );
}

function LowNotice({ threshold, ask }: { threshold: number; ask: string | undefined }) {
  const { to, isAtLeast } = useHere();
  return (
    <Notice
      tone="warn"
      title="Your wallet is running low"
      actions={isAtLeast('admin') && <ButtonLink href={to('alerts')}>Change threshold</ButtonLink>}
    >
      Less than <Money amount={threshold} look="exact" /> is available. Runs that it can’t cover are
      refused.
      {ask !== undefined && ` ${ask}`}
    </Notice>
  );
}
