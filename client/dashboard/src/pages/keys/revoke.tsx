/** Revokes a key. Says beforehand what will happen, and afterwards what happened. */
import { useState } from 'react';
import { type ApiKey, useRevokeKey } from '../../api/index.ts';
import { plural } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Ago,
  announce,
  Button,
  Confirmation,
  Dialog,
  DialogActions,
  Money,
  Notice,
  useSubmission,
} from '../../parts/index.ts';

export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { workspaceId } = useHere();
  const revoke = useRevokeKey();
  const [done, setDone] = useState<Revocation>();
  const submission = useSubmission(async () => {
    const params = { path: { workspaceId, keyId: apiKey.id } };
    setDone(await revoke.mutateAsync({ params }));
    announce(`Revoked ${apiKey.name}.`);
  });
  if (done) return <Revoked apiKey={apiKey} done={done} onClose={onClose} />;
  return (
    <Confirmation
      title={`Revoke “${apiKey.name}”?`}
      submission={submission}
      verb="Revoke key"
      onClose={onClose}
    >
      <Consequences apiKey={apiKey} />
    </Confirmation>
  );
}

function Consequences({ apiKey }: { apiKey: ApiKey }) {
  return (
    <ul className="consequences">
      <li>
        Every request with <code>…{apiKey.last4}</code> is refused immediately.{' '}
        {apiKey.lastUsedAt ? (
          <>
            It was last used <Ago at={apiKey.lastUsedAt} />.
          </>
        ) : (
          'This key was never used.'
        )}
      </li>
      <li>Runs that haven’t been sent yet fail at no cost.</li>
      <li>
        Runs already with the provider finish and are charged
        {apiKey.heldAmount > 0 && (
          <>
            ; <Money amount={apiKey.heldAmount} /> is held for runs in progress
          </>
        )}
        .
      </li>
      {apiKey.creditAmount !== undefined && (
        <li>
          Its remaining credit, <Money amount={apiKey.creditAmount} look="exact" />, goes back to
          the wallet.
        </li>
      )}
      <li>
        <strong>This can’t be undone.</strong> To replace a secret without downtime, rotate the key
        instead.
      </li>
    </ul>
  );
}

interface Revocation {
  returnedAmount: number;
  failedRuns: number;
}

interface RevokedProps {
  apiKey: ApiKey;
  done: Revocation;
  onClose: () => void;
}

function Revoked({ apiKey, done, onClose }: RevokedProps) {
  return (
    <Dialog title="Key revoked" isOpen onClose={onClose}>
      <div className="dialog-body">
        <Notice tone="good" title={`“${apiKey.name}” no longer works`}>
          {done.failedRuns > 0
            ? `${plural(done.failedRuns, 'run')} hadn’t been sent yet and failed without a charge.`
            : 'No runs were waiting to be sent.'}
          {done.returnedAmount > 0 && (
            <>
              {' '}
              <Money amount={done.returnedAmount} look="exact" /> went back to the wallet.
            </>
          )}
        </Notice>
      </div>
      <DialogActions>
        <Button look="primary" onPress={onClose} autoFocus>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
