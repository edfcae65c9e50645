/** A run whose outcome or price is not known: what is known, what happens next, and looking it up now. */
import { type ModelRun, useLookUp } from '../../api/index.ts';
import { plural } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Ago,
  announce,
  Button,
  FormProblem,
  Moment,
  Money,
  Notice,
  useSubmission,
  wordsOfState,
} from '../../parts/index.ts';

export function Evidence({ run }: { run: ModelRun }) {
  const { workspaceId } = useHere();
  const lookUp = useLookUp(workspaceId, run.id);
  const submission = useSubmission(async () => {
    const { run: now } = await lookUp.mutateAsync({
      params: { path: { workspaceId, runId: run.id } },
    });
    announce(
      now.state === run.state
        ? 'Looked up. Nothing new is known yet.'
        : `Looked up. The run is now: ${wordsOfState(now.state)}.`,
    );
  });
  const { reconciliation } = run;
  return (
    <>
      <Notice
        tone="warn"
        title={
          reconciliation
            ? 'What became of this run is not known yet'
            : 'The answer is there; its price is being looked up'
        }
        actions={
          <Button icon="search" isPending={submission.isPending} onPress={submission.submit}>
            Look it up now
          </Button>
        }
      >
        {reconciliation && (
          <>
            <p>{reconciliation.reason}</p>
            <ul className="evidence">
              <li>
                {reconciliation.attempts === 0
                  ? 'The provider was not asked yet.'
                  : `The provider was asked ${plural(reconciliation.attempts, 'time')}`}
                {reconciliation.lastCheckedAt && (
                  <>
                    , last <Ago at={reconciliation.lastCheckedAt} />.
                  </>
                )}
              </li>
              {reconciliation.nextCheckAt && (
                <li>
                  It is asked again <Ago at={reconciliation.nextCheckAt} />.
                </li>
              )}
              <li>
                The search ends on <Moment at={reconciliation.deadline} />:{' '}
                {reconciliation.onDeadline === 'fail_uncharged'
                  ? 'the run fails then, uncharged.'
                  : reconciliation.onDeadline}
              </li>
            </ul>
          </>
        )}
        <p>
          <Money amount={run.reservedAmount} /> stays held until then. The request is never sent a
          second time.
        </p>
      </Notice>
      <FormProblem error={submission.error} />
    </>
  );
}
