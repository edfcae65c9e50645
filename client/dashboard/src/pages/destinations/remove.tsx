/** Removes a destination, and says what is lost with it. */
import { type Destination, useDeleteDestination } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Confirmation, useSubmission } from '../../parts/index.ts';

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
    <Confirmation
      title="Delete destination?"
      submission={submission}
      verb="Delete destination"
      onClose={onClose}
    >
      <ul className="consequences">
        <li>
          Nothing more is sent to <code>{destination.url}</code>, at once.
        </li>
        <li>Queued spans are discarded. Spans already delivered stay at the destination.</li>
        <li>
          <strong>This can’t be undone.</strong> To pause it, disable it instead.
        </li>
      </ul>
    </Confirmation>
  );
}
