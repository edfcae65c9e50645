/** Cancels a run that has not ended. The page shows whether the run ends early or the request was too late. */
import { type AnyRun, kindOf, useRunAction } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Button, FormProblem, useSubmission } from '../../parts/index.ts';
import { VIEWS } from './kinds.tsx';

export function CancelRun({ run }: { run: AnyRun }) {
  const { workspaceId } = useHere();
  const cancel = useRunAction(workspaceId, run, 'cancel');
  const submission = useSubmission(async () => {
    const now = await cancel.mutateAsync();
    announce(
      now.finishedAt === undefined ? 'Cancel requested. The run hasn’t ended yet.' : 'Run ended.',
    );
  });
  return (
    <>
      <Button icon="close" small isPending={submission.isPending} onPress={submission.submit}>
        Cancel {VIEWS[kindOf(run)].one.toLowerCase()}
      </Button>
      <FormProblem error={submission.error} />
    </>
  );
}
