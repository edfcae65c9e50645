/** A new secret in the place of an old one, with a time in which both work. */
import { useState } from 'react';
import { type ApiKey, type CreatedApiKey, useRotateKey } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Button,
  Dialog,
  DialogActions,
  Form,
  Moment,
  Radios,
  useSubmission,
} from '../../parts/index.ts';
import { Secret } from './secret.tsx';

type Rotated = CreatedApiKey & { oldWorksUntil: string };

export function RotateKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { workspaceId } = useHere();
  const rotate = useRotateKey();
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const [rotated, setRotated] = useState<Rotated>();
  const submission = useSubmission(async () => {
    setRotated(
      await rotate.mutateAsync({
        params: { path: { workspaceId, keyId: apiKey.id } },
        body: { overlapSeconds: Number(overlap) },
      }),
    );
  });
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
  return (
    <Dialog title={`Rotate “${apiKey.name}”`} isOpen onClose={onClose} kind="form">
      <Form submission={submission}>
        <div className="dialog-body">
          <p className="muted">
            A new key with the same categories and limits takes its place, and gets what is left of
            its credit. Both work until the old one ends: put the new secret in place in that time.
          </p>
          <Radios
            label="The old key works for"
            options={OVERLAPS}
            value={overlap}
            onChange={setOverlap}
          />
        </div>
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={submission.isPending}>
            Rotate key
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

type Overlap = '0' | '3600' | '86400' | '604800' | '2592000';

const OVERLAPS: { value: Overlap; label: string; about?: string }[] = [
  { value: '0', label: 'No longer', about: 'It ends at once. For a secret that got out.' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
  { value: '2592000', label: '30 days' },
];
