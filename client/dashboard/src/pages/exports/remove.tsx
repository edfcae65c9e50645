/** Deletes a saved export, and says what is lost with it. */
import { type SavedExport, useDeleteSavedExport } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Confirmation, useSubmission } from '../../parts/index.ts';

interface RemoveProps {
  saved: SavedExport;
  onClose: () => void;
}

export function DeleteExport({ saved: { id, name }, onClose }: RemoveProps) {
  const { workspaceId } = useHere();
  const remove = useDeleteSavedExport();
  const submission = useSubmission(async () => {
    await remove.mutateAsync({ params: { path: { workspaceId, savedExportId: id } } });
    announce(`Deleted “${name}”.`);
    onClose();
  });
  return (
    <Confirmation
      title={`Delete “${name}”?`}
      submission={submission}
      verb="Delete export"
      onClose={onClose}
      consequences={[
        'Programs that read its file get a 404, at once.',
        'What it exports stays, and so do files that were downloaded.',
      ]}
    />
  );
}
