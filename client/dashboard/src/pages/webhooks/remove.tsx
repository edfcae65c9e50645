/** Removes an endpoint, and says what is lost with it. */
import { useLocation } from 'wouter';
import { useDeleteEndpoint, type WebhookEndpoint } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Button, Dialog, DialogActions, Form, useSubmission } from '../../parts/index.ts';

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
    <Dialog title="Delete endpoint?" isOpen onClose={onClose} role="alertdialog">
      <Form submission={submission}>
        <div className="dialog-body">
          <ul className="consequences">
            <li>
              Nothing more is sent to <code>{endpoint.url}</code>, at once.
            </li>
            <li>Pending messages and its delivery history are deleted too.</li>
            <li>
              <strong>This can’t be undone.</strong> To pause it, disable it instead.
            </li>
          </ul>
        </div>
        <DialogActions>
          <Button onPress={onClose} autoFocus>
            Cancel
          </Button>
          <Button type="submit" look="danger" isPending={submission.isPending}>
            Delete endpoint
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
