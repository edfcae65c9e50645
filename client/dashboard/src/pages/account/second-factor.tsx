/** A code of an app beside the password: whether there is one, and the ways to turn it on and off. */
import { lazy, Suspense, useState } from 'react';
import { useSecondFactor } from '../../api/index.ts';
import { Badge, Button, Card, Failure, Moment, Skeleton } from '../../parts/index.ts';
import { TurnOff } from './turn-off.tsx';

// With it comes what draws the QR code.
const TurnOn = lazy(async () => ({ default: (await import('./turn-on.tsx')).TurnOn }));

export function SecondFactor() {
  const factor = useSecondFactor();
  const [open, setOpen] = useState<'on' | 'off'>();
  const close = () => setOpen(undefined);
  const state = factor.data;
  return (
    <Card
      title="Second factor"
      about="A code of an app on your phone, asked for whenever you sign in with your password."
      actions={
        state && (
          <Button small onPress={() => setOpen(state.enabled ? 'off' : 'on')}>
            {state.enabled ? 'Turn off' : 'Set up'}
          </Button>
        )
      }
    >
      {state ? (
        state.enabled ? (
          <p>
            <Badge tone="good">On</Badge> Since <Moment at={state.since ?? ''} />.{' '}
            {state.recoveryCodes === 0
              ? 'No recovery codes are left: turn it off and set it up again for new ones.'
              : `Recovery codes left: ${state.recoveryCodes}.`}
          </p>
        ) : (
          <p>
            <Badge tone="plain">Off</Badge> Whoever learns your password can sign in with it.
          </p>
        )
      ) : factor.error ? (
        <Failure error={factor.error} onRetry={() => void factor.refetch()} />
      ) : (
        <Skeleton rows={1} label="Loading the second factor" />
      )}
      {open === 'on' && (
        <Suspense fallback={null}>
          <TurnOn onClose={close} />
        </Suspense>
      )}
      {open === 'off' && <TurnOff onClose={close} />}
    </Card>
  );
}
