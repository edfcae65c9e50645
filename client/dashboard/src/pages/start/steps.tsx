/** The four steps to a paid answer. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { isTerminal, type RunSummary } from '../../api/index.ts';
import { plural } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Button, ButtonLink, Icon, LiveDot, Money, RunBadge } from '../../parts/index.ts';
import { type NewKey, newKey } from '../keys/new-key.ts';
import { FirstRun } from '../keys/secret.tsx';
import { useCrediting } from '../wallet/crediting.ts';

export function HaveCredit({ availableAmount }: { availableAmount: number }) {
  const { to } = useHere();
  const { mayCredit, ask } = useCrediting();
  if (availableAmount > 0) {
    return (
      <Step isDone title="Add credit">
        <p>
          <Money amount={availableAmount} look="balance" /> is available.
        </p>
      </Step>
    );
  }
  return (
    <Step isDone={false} title="Add credit">
      <p>Runs are paid from the wallet, and yours is empty.</p>
      {mayCredit ? (
        <ButtonLink href={to('wallet')} look="primary">
          Add credit
        </ButtonLink>
      ) : (
        <p>{ask}</p>
      )}
    </Step>
  );
}

interface MakeKeyProps {
  /** The number of keys that work. */
  count: number;
  hasNewKey: boolean;
  onCreate: () => void;
}

export function MakeKey({ count, hasNewKey, onCreate }: MakeKeyProps) {
  const { to } = useHere();
  if (count === 0) {
    return (
      <Step isDone={false} title="Create a key">
        <p>A key decides which workspace pays and what a program can do.</p>
        <Button look="primary" icon="plus" onPress={onCreate}>
          Create key
        </Button>
      </Step>
    );
  }
  return (
    <Step isDone title="Create a key">
      <p>
        You have {plural(count, 'key')}. <Link href={to('keys')}>View keys</Link>{' '}
        {!hasNewKey && (
          <Button small onPress={onCreate}>
            Create another
          </Button>
        )}
      </p>
    </Step>
  );
}

export function CreateRun({ isDone, made }: { isDone: boolean; made: NewKey | undefined }) {
  const { to } = useHere();
  if (isDone && !made) {
    return (
      <Step isDone title="Create a run">
        <p>
          You have created your first run. <Link href={to('runs')}>View runs</Link>
        </p>
      </Step>
    );
  }
  if (!made) {
    return (
      <Step isDone={isDone} title="Create a run">
        <p>
          Create a key to get a ready-to-paste command here. Or follow the{' '}
          <a href="/docs/guides/quickstart" target="_blank" rel="noreferrer">
            quickstart
          </a>
          .
        </p>
      </Step>
    );
  }
  return (
    <Step isDone={isDone} title="Create a run">
      <p>
        With “{made.name}” in it: paste it into a terminal. Only this tab has the secret, until it
        is loaded again or you sign out.
      </p>
      <FirstRun made={made} />
      <Button small look="quiet" onPress={() => newKey.set(undefined)}>
        Clear the secret
      </Button>
    </Step>
  );
}

export function SeeReceipt({ run }: { run: RunSummary | undefined }) {
  const { to } = useHere();
  if (!run) {
    return (
      <Step isDone={false} title="See the receipt">
        <p className="waiting">
          <LiveDot />
          Waiting for your first run. It will show up here.
        </p>
      </Step>
    );
  }
  return (
    <Step isDone={isTerminal(run.state)} title="See the receipt">
      <p className="newest">
        The newest run is <RunBadge state={run.state} />{' '}
        <Link href={to(`runs/${run.id}`)}>
          {run.chargedAmount === undefined ? (
            'See what happened'
          ) : (
            <>
              It cost <Money amount={run.chargedAmount} look="spend" />
            </>
          )}
        </Link>
      </p>
    </Step>
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
