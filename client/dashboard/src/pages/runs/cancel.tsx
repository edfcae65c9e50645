/** Cancelling a run that has not ended. It can end early, or it may be too late for that: the page shows which. */
import { type ModelRun, useCancelRun } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Button, FormProblem, useSubmission } from '../../parts/index.ts';

export function CancelRun({ run }: { run: ModelRun }) {
  const { workspaceId } = useHere();
  const cancel = useCancelRun(workspaceId, run.id);
  const submission = useSubmission(async () => {
    const { run: now } = await cancel.mutateAsync({
      params: { path: { workspaceId, runId: run.id } },
    });
    announce(
      now.finishedAt === undefined
        ? 'Cancel requested. The run is still open.'
        : 'The run has ended.',
    );
  });
  return (
    <>
      <Button icon="close" small isPending={submission.isPending} onPress={submission.submit}>
        Cancel run
      </Button>
      <FormProblem error={submission.error} />
    </>
  );
}
