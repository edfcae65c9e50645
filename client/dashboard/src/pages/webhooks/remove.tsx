/** Removes an endpoint, and says what is lost with it. */
import { useLocation } from 'wouter';
import { useDeleteEndpoint, type WebhookEndpoint } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Confirmation, useSubmission } from '../../parts/index.ts';

interface RemoveProps {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

export function DeleteEndpoint({ endpoint, onClose }: RemoveProps) {
  const { workspaceId, to } = useHere();
  const [, navigate] = useLocation();
  const remove = useDeleteEndpoint();
  const submission = useSubmission(async () => {
    const params = { path: { workspaceId, endpointId: endpoint.id } };
    await remove.mutateAsync({ params });
    announce('Endpoint deleted.');
    onClose();
    navigate(to('webhooks'));
  });
  return (
    <Confirmation
      title="Delete endpoint?"
      submission={submission}
      verb="Delete endpoint"
      onClose={onClose}
    >
      <ul className="consequences">
        <li>
          Nothing more is sent to <code>{endpoint.url}</code>, at once.
        </li>
        <li>Pending messages and its delivery history are deleted too.</li>
        <li>
          <strong>This can’t be undone.</strong> To pause it, disable it instead.
        </li>
      </ul>
    </Confirmation>
  );
}
