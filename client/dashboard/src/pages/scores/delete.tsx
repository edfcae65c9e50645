/** Deletes a score. */
import { type ScoreRow, useDeleteScore } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Button, Dialog, DialogActions, Form, useSubmission } from '../../parts/index.ts';

export function DeleteScore({ score, onClose }: { score: ScoreRow; onClose: () => void }) {
  const { workspaceId } = useHere();
  const remove = useDeleteScore();
  const submission = useSubmission(async () => {
    await remove.mutateAsync({ params: { path: { workspaceId, scoreId: score.id } } });
    announce(`Deleted the score ${score.name}.`);
    onClose();
  });
  return (
    <Dialog title={`Delete the score ${score.name}?`} isOpen onClose={onClose} role="alertdialog">
      <Form submission={submission}>
        <div className="dialog-body">
          <p>This removes it from all averages for everyone and can’t be undone.</p>
        </div>
        <DialogActions>
          <Button onPress={onClose} autoFocus>
            Cancel
          </Button>
          <Button type="submit" look="danger" isPending={submission.isPending}>
            Delete score
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
