/** What to do first, ticked off by itself as it happens; and what this deployment offers. */
import { useState } from 'react';
import { allRows, useKeys, useNewestRun, useSignal, useWallet } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, Page, Skeleton } from '../../parts/index.ts';
import { CreateKey } from '../keys/create.tsx';
import { justMade } from '../keys/just-made.ts';
import { Deployment } from './deployment.tsx';
import { CreateRun, HaveCredit, MakeKey, SeeReceipt } from './steps.tsx';
import './start.css';

export function StartPage({ title }: { title: string }) {
  const { workspaceId, workspaceName } = useHere();
  const [isCreating, setCreating] = useState(false);
  const keys = useKeys(workspaceId, 'active');
  const wallet = useWallet(workspaceId);
  const newest = useNewestRun(workspaceId);
  const made = useSignal(justMade);
  const mine = made?.workspaceId === workspaceId ? made : undefined;
  const active = allRows(keys.data);
  const run = newest.data ?? undefined;

  return (
    <Page title={title} about={`From nothing to a paid answer in ${workspaceName}.`}>
      {active && wallet.data && newest.data !== undefined ? (
        <Card>
          <ol className="steps">
            <HaveCredit availableAmount={wallet.data.availableAmount} />
            <MakeKey
              count={active.length}
              isJustMade={mine !== undefined}
              onCreate={() => setCreating(true)}
            />
            <CreateRun isDone={run !== undefined} made={mine} />
            <SeeReceipt run={run} />
          </ol>
        </Card>
      ) : (
        <Skeleton rows={6} label="Loading" />
      )}
      <Deployment />
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
    </Page>
  );
}
