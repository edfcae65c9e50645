/** What to do first, ticked off by itself as it happens; and what this deployment offers. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Link } from 'wouter';
import {
  allRows,
  isTerminal,
  useKeys,
  useNewestRun,
  useSignal,
  useWallet,
} from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Button,
  ButtonLink,
  Card,
  Icon,
  LiveDot,
  Money,
  Page,
  RunBadge,
  Skeleton,
} from '../../parts/index.ts';
import { CreateKey } from '../keys/create.tsx';
import { justMade } from '../keys/just-made.ts';
import { FirstRun } from '../keys/secret.tsx';
import { useCrediting } from '../wallet/crediting.ts';
import { Deployment } from './deployment.tsx';
import './start.css';

export function StartPage({ title }: { title: string }) {
  const { workspaceId, workspaceName, to } = useHere();
  const { mayCredit, ask } = useCrediting();
  const [isCreating, setCreating] = useState(false);
  const keys = useKeys(workspaceId, 'active');
  const wallet = useWallet(workspaceId);
  const newest = useNewestRun(workspaceId);
  const made = useSignal(justMade);
  const mine = made?.workspaceId === workspaceId ? made : undefined;
  const active = allRows(keys.data);
  const run = newest.data ?? undefined;
  const hasKey = (active?.length ?? 0) > 0;
  const hasMoney = (wallet.data?.availableAmount ?? 0) > 0;

  return (
    <Page title={title} about={`From nothing to a paid answer in ${workspaceName}.`}>
      {active && wallet.data && newest.data !== undefined ? (
        <Card>
          <ol className="steps">
            <Step isDone={hasMoney} title="Have credit">
              {hasMoney ? (
                <p>
                  <Money amount={wallet.data.availableAmount} /> is available.
                </p>
              ) : (
                <>
                  <p>Runs are paid from the wallet, and it is empty.</p>
                  {mayCredit ? (
                    <ButtonLink href={to('wallet')} look="primary">
                      Add credit
                    </ButtonLink>
                  ) : (
                    <p>{ask}</p>
                  )}
                </>
              )}
            </Step>
            <Step isDone={hasKey} title="Make a key">
              {hasKey ? (
                <p>
                  {active.length === 1 ? 'There is one' : `There are ${active.length}`}:{' '}
                  <Link href={to('keys')}>see the keys</Link>.{' '}
                  {!mine && (
                    <Button small onPress={() => setCreating(true)}>
                      Make another one
                    </Button>
                  )}
                </p>
              ) : (
                <>
                  <p>It says which workspace pays, and what a program may do.</p>
                  <Button look="primary" icon="plus" onPress={() => setCreating(true)}>
                    Create key
                  </Button>
                </>
              )}
            </Step>
            <Step isDone={run !== undefined} title="Create a run">
              {mine ? (
                <>
                  <p>
                    With “{mine.name}” in it: paste it into a terminal. Only this tab has the
                    secret, until it is loaded again or you sign out.
                  </p>
                  <FirstRun made={mine} />
                  <Button small look="quiet" onPress={() => justMade.set(undefined)}>
                    Forget the secret now
                  </Button>
                </>
              ) : (
                <p>
                  Make a key, and a command that is ready to paste appears here. Or follow the{' '}
                  <a href="/docs#/section/quickstart" target="_blank" rel="noreferrer">
                    quickstart
                  </a>
                  .
                </p>
              )}
            </Step>
            <Step isDone={run !== undefined && isTerminal(run.state)} title="See its receipt">
              {run ? (
                <p className="newest">
                  The newest run is <RunBadge state={run.state} />{' '}
                  <Link href={to(`runs/${run.id}`)}>
                    {run.chargedAmount === undefined ? (
                      'See what became of it'
                    ) : (
                      <>
                        It cost <Money amount={run.chargedAmount} look="run" />
                      </>
                    )}
                  </Link>
                </p>
              ) : (
                <p className="waiting">
                  <LiveDot />
                  Waiting for the first run: it appears here by itself.
                </p>
              )}
            </Step>
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

interface StepProps {
  isDone: boolean;
  title: string;
  children: ReactNode;
}

function Step({ isDone, title, children }: StepProps) {
  return (
    <li className={isDone ? 'step done' : 'step'}>
      <span className="step-mark" aria-hidden="true">
        {isDone && <Icon name="check" />}
      </span>
      <div>
        <h2>
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </h2>
        {children}
      </div>
    </li>
  );
}
