/** Deletes a score. */
import { type ScoreRow, useDeleteScore } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Confirmation, useSubmission } from '../../parts/index.ts';

export function DeleteScore({ score, onClose }: { score: ScoreRow; onClose: () => void }) {
  const { workspaceId } = useHere();
  const remove = useDeleteScore();
  const submission = useSubmission(async () => {
    await remove.mutateAsync({ params: { path: { workspaceId, scoreId: score.id } } });
    announce(`Deleted the score ${score.name}.`);
    onClose();
  });
  return (
    <Confirmation
      title={`Delete the score ${score.name}?`}
      submission={submission}
      verb="Delete score"
      onClose={onClose}
    >
      <p>This removes it from all averages for everyone and can’t be undone.</p>
    </Confirmation>
  );
}
