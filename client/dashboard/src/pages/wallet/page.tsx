/** The money of the workspace: what is there, what it went to, and every movement. */
import { useState } from 'react';
import { useWallet } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Button,
  ButtonLink,
  Failure,
  Money,
  Notice,
  Page,
  Skeleton,
  Tile,
  Tiles,
} from '../../parts/index.ts';
import { Credit } from './credit.tsx';
import { useCrediting } from './crediting.ts';
import { Entries } from './entries.tsx';
import { Spend } from './spend.tsx';

export function WalletPage() {
  const { workspaceId, to, isAtLeast } = useHere();
  const wallet = useWallet(workspaceId);
  const [isCrediting, setCrediting] = useState(false);
  const { mayCredit, ask } = useCrediting();
  const addCredit = (
    <Button look="primary" icon="plus" onPress={() => setCrediting(true)}>
      Add credit
    </Button>
  );

  return (
    <Page
      title="Wallet"
      about={`Prepaid credit. A run holds the most that it can cost, and is charged what it did cost.${ask === undefined ? '' : ` ${ask}`}`}
      actions={mayCredit && addCredit}
    >
      {wallet.data?.isLow && (
        <Notice
          tone="warn"
          title="The wallet is running low"
          actions={
            isAtLeast('admin') && (
              <ButtonLink href={to('settings')}>Change the threshold</ButtonLink>
            )
          }
        >
          Less than <Money amount={wallet.data.lowBalanceAmount ?? 0} /> is available. Runs that it
          cannot cover are refused.{ask !== undefined && ` ${ask}`}
        </Notice>
      )}
      {wallet.data ? (
        <Tiles>
          <Tile name="Available" note={thresholdNote(wallet.data)}>
            <Money amount={wallet.data.availableAmount} />
          </Tile>
          <Tile name="Held" note="for runs under way">
            <Money amount={wallet.data.heldAmount} />
          </Tile>
          <Tile name="Spent" note="since the beginning">
            <Money amount={wallet.data.spentAmount} />
          </Tile>
          <Tile name="Credit of keys" note="set aside for single keys">
            <Money amount={wallet.data.keyCreditAmount} />
          </Tile>
        </Tiles>
      ) : wallet.error ? (
        <Failure error={wallet.error} onRetry={() => void wallet.refetch()} />
      ) : (
        <Skeleton rows={2} label="Loading the wallet" />
      )}
      <Spend />
      <Entries />
      {isCrediting && <Credit onClose={() => setCrediting(false)} />}
    </Page>
  );
}

function thresholdNote({ lowBalanceAmount }: { lowBalanceAmount?: number }) {
  if (lowBalanceAmount === undefined) return 'no warning is set';
  return (
    <>
      warns below <Money amount={lowBalanceAmount} />
    </>
  );
}
