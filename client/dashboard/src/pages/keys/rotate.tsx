/** Replaces a secret with a new one. Both work for a period. */
import { useState } from 'react';
import { type ApiKey, type CreatedApiKey, useRotateKey } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Moment, RotationDialog } from '../../parts/index.ts';
import { Secret } from './secret.tsx';

type Rotated = CreatedApiKey & { oldWorksUntil: string };

export function RotateKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { workspaceId } = useHere();
  const rotate = useRotateKey();
  const [rotated, setRotated] = useState<Rotated>();
  if (rotated) {
    return (
      <Secret created={rotated} title={`The new secret of “${apiKey.name}”`} onClose={onClose}>
        <p>
          The old secret, ending in <code>{apiKey.last4}</code>, works until{' '}
          <Moment at={rotated.oldWorksUntil} />.
        </p>
      </Secret>
    );
  }
  const params = { path: { workspaceId, keyId: apiKey.id } };
  return (
    <RotationDialog
      title={`Rotate “${apiKey.name}”`}
      label="The old key works for"
      action="Rotate key"
      longestDays={30}
      onRotate={async (overlapSeconds) =>
        setRotated(await rotate.mutateAsync({ params, body: { overlapSeconds } }))
      }
      onClose={onClose}
    >
      A new key with the same permissions, limits, and remaining credit takes its place. Both keys
      work until the old one ends, so switch to the new secret before then.
    </RotationDialog>
  );
}
