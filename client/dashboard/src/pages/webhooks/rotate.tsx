/** Replaces a secret with a new one. For a period, the service signs messages with both. */
import { useState } from 'react';
import {
  type CreatedWebhookEndpoint,
  useRotateEndpoint,
  type WebhookEndpoint,
} from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Moment, RotationDialog } from '../../parts/index.ts';
import { EndpointSecret } from './secret.tsx';

interface RotateProps {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

export function RotateSecret({ endpoint, onClose }: RotateProps) {
  const { workspaceId } = useHere();
  const rotate = useRotateEndpoint();
  const [rotated, setRotated] = useState<CreatedWebhookEndpoint>();
  if (rotated) {
    const until = rotated.endpoint.oldSecretSignsUntil;
    return (
      <EndpointSecret created={rotated} title="New endpoint secret" onClose={onClose}>
        {until !== undefined && (
          <p>
            Until <Moment at={until} />, messages are signed with the old secret as well.
          </p>
        )}
      </EndpointSecret>
    );
  }
  const params = { path: { workspaceId, endpointId: endpoint.id } };
  return (
    <RotationDialog
      title="Rotate secret"
      label="The old secret signs for"
      action="Rotate secret"
      longestDays={7}
      onRotate={async (overlapSeconds) =>
        setRotated(await rotate.mutateAsync({ params, body: { overlapSeconds } }))
      }
      onClose={onClose}
    >
      Messages are signed with both secrets for a while. Switch your receiver to the new secret
      before the old one ends.
    </RotationDialog>
  );
}
