/** The four steps to a first paid answer. Each is checked off when it is done. */
import { useState } from 'react';
import { allRows, useKeys, useNewestRun, useSignal, useWallet } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, Skeleton } from '../../parts/index.ts';
import { CreateKey } from '../keys/create.tsx';
import { newKey } from '../keys/new-key.ts';
import { CreateRun, HaveCredit, MakeKey, SeeReceipt } from './steps.tsx';
import './start.css';

export function FirstSteps() {
  const { workspaceId } = useHere();
  const [isCreating, setCreating] = useState(false);
  const keys = useKeys(workspaceId, 'active');
  const wallet = useWallet(workspaceId);
  const newest = useNewestRun(workspaceId);
  const made = useSignal(newKey);
  const mine = made?.workspaceId === workspaceId ? made : undefined;
  const active = allRows(keys.data);
  const run = newest.data ?? undefined;

  if (!active || !wallet.data || newest.data === undefined) {
    return <Skeleton rows={6} label="Loading" />;
  }
  return (
    <>
      <Card>
        <ol className="steps">
          <HaveCredit availableAmount={wallet.data.availableAmount} />
          <MakeKey
            count={active.length}
            hasNewKey={mine !== undefined}
            onCreate={() => setCreating(true)}
          />
          <CreateRun isDone={run !== undefined} made={mine} />
          <SeeReceipt run={run} />
        </ol>
      </Card>
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
    </>
  );
}
