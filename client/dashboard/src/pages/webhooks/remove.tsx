/** The end of an endpoint, and what goes with it. */
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
    announce('The endpoint is deleted.');
    onClose();
    navigate(to('webhooks'));
  });
  return (
    <Dialog title="Delete the endpoint?" isOpen onClose={onClose} role="alertdialog">
      <Form submission={submission}>
        <div className="dialog-body">
          <ul className="consequences">
            <li>
              Nothing more is sent to <code>{endpoint.url}</code>, at once.
            </li>
            <li>Messages that wait for it, and the list of what it was sent, are deleted too.</li>
            <li>
              <strong>This can’t be undone.</strong> To stop it for a while, disable it.
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
