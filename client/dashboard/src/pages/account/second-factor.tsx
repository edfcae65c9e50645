/** Shows whether the second factor, a code of an app, is on, and turns it on and off. */
import { Suspense, useState } from 'react';
import { useSecondFactor } from '../../api/index.ts';
import { plural } from '../../format/index.ts';
import { Badge, Button, Card, Failure, later, Moment, Skeleton } from '../../parts/index.ts';
import { NewRecoveryCodes } from './recovery-codes.tsx';
import { TurnOff } from './turn-off.tsx';

// This file imports the library that draws the QR code.
const TurnOn = later(async () => (await import('./turn-on.tsx')).TurnOn);

export function SecondFactor() {
  const factor = useSecondFactor();
  const [open, setOpen] = useState<'on' | 'codes' | 'off'>();
  const close = () => setOpen(undefined);
  const state = factor.data;
  return (
    <Card
      title="Two-factor authentication"
      about="Require a code from your phone when you sign in with your password."
      actions={
        state &&
        (state.enabled ? (
          <>
            <Button small onPress={() => setOpen('codes')}>
              New recovery codes
            </Button>
            <Button small look="danger" onPress={() => setOpen('off')}>
              Turn off
            </Button>
          </>
        ) : (
          <Button small onPress={() => setOpen('on')}>
            Set up
          </Button>
        ))
      }
    >
      {state ? (
        state.enabled ? (
          <p>
            <Badge tone="good">On</Badge> since <Moment at={state.since ?? ''} />.{' '}
            {state.recoveryCodes === 0
              ? 'You have no recovery codes left. Get new ones in case you lose your phone.'
              : `${plural(state.recoveryCodes, 'recovery code')} left.`}
          </p>
        ) : (
          <p>
            <Badge tone="plain">Off</Badge> Anyone who learns your password can sign in as you.
          </p>
        )
      ) : factor.error ? (
        <Failure error={factor.error} onRetry={() => void factor.refetch()} />
      ) : (
        <Skeleton rows={1} label="Loading two-factor authentication" />
      )}
      {open === 'on' && (
        <Suspense fallback={null}>
          <TurnOn onClose={close} />
        </Suspense>
      )}
      {open === 'codes' && <NewRecoveryCodes onClose={close} />}
      {open === 'off' && <TurnOff onClose={close} />}
    </Card>
  );
}
