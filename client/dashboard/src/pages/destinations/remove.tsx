/** Removes a destination, and says what is lost with it. */
import { type Destination, useDeleteDestination } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Button, Dialog, DialogActions, Form, useSubmission } from '../../parts/index.ts';

interface RemoveProps {
  destination: Destination;
  onClose: () => void;
}

export function DeleteDestination({ destination, onClose }: RemoveProps) {
  const { workspaceId } = useHere();
  const remove = useDeleteDestination();
  const submission = useSubmission(async () => {
    const params = { path: { workspaceId, destinationId: destination.id } };
    await remove.mutateAsync({ params });
    announce('Destination deleted.');
    onClose();
  });
  return (
    <Dialog title="Delete destination?" isOpen onClose={onClose} role="alertdialog">
      <Form submission={submission}>
        <div className="dialog-body">
          <ul className="consequences">
            <li>
              Nothing more is sent to <code>{destination.url}</code>, at once.
            </li>
            <li>Queued spans are discarded. Spans already delivered stay at the destination.</li>
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
            Delete destination
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
