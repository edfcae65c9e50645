/** A new secret in the place of an old one, with a time in which messages are signed with both. */
import { useState } from 'react';
import {
  type CreatedWebhookEndpoint,
  useRotateEndpoint,
  type WebhookEndpoint,
} from '../../api/index.ts';
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
import { EndpointSecret } from './secret.tsx';

interface RotateProps {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

export function RotateSecret({ endpoint, onClose }: RotateProps) {
  const { workspaceId } = useHere();
  const rotate = useRotateEndpoint();
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const [rotated, setRotated] = useState<CreatedWebhookEndpoint>();
  const submission = useSubmission(async () => {
    const params = { path: { workspaceId, endpointId: endpoint.id } };
    const body = { overlapSeconds: Number(overlap) };
    setRotated(await rotate.mutateAsync({ params, body }));
  });
  if (rotated) {
    const until = rotated.endpoint.oldSecretSignsUntil;
    return (
      <EndpointSecret created={rotated} title="The new secret of the endpoint" onClose={onClose}>
        {until !== undefined && (
          <p>
            Until <Moment at={until} />, messages are signed with the old secret as well.
          </p>
        )}
      </EndpointSecret>
    );
  }
  return (
    <Dialog title="Rotate the secret" isOpen onClose={onClose} kind="form">
      <Form submission={submission}>
        <div className="dialog-body">
          <p className="muted">
            Messages are signed with a new secret, and for a while with both. A receiver that knows
            either believes them: put the new secret in place in that time.
          </p>
          <Radios
            label="The old secret signs for"
            options={OVERLAPS}
            value={overlap}
            onChange={setOverlap}
          />
        </div>
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={submission.isPending}>
            Rotate secret
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

type Overlap = '0' | '3600' | '86400' | '604800';

const OVERLAPS: { value: Overlap; label: string; about?: string }[] = [
  { value: '0', label: 'No longer', about: 'It ends at once. For a secret that got out.' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
];
