/** For a run whose outcome or price is not known: says what is known and what happens next, and can look up the run. */
import { type AnyRun, useRunAction } from '../../api/index.ts';
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

interface EvidenceProps {
  run: AnyRun;
  reconciliation: NonNullable<AnyRun['reconciliation']>;
}

export function Evidence({ run, reconciliation }: EvidenceProps) {
  const { workspaceId } = useHere();
  const lookUp = useRunAction(workspaceId, run, 'look-up');
  const submission = useSubmission(async () => {
    const now = await lookUp.mutateAsync();
    announce(
      now.state === run.state
        ? 'Checked. Nothing new yet.'
        : `Checked. The run is now: ${wordsOfState(now.state)}.`,
    );
  });
  return (
    <>
      <Notice
        tone="warn"
        title={
          run.state === 'received'
            ? 'Answer received; checking its price'
            : 'This run’s outcome isn’t known yet'
        }
        actions={
          <Button icon="search" isPending={submission.isPending} onPress={submission.submit}>
            Check now
          </Button>
        }
      >
        <p>{reconciliation.reason}</p>
        <ul className="evidence">
          <li>
            {reconciliation.attempts === 0
              ? 'The provider hasn’t been asked yet.'
              : `The provider was asked ${plural(reconciliation.attempts, 'time')}`}
            {reconciliation.lastCheckedAt && (
              <>
                , last <Ago at={reconciliation.lastCheckedAt} />.
              </>
            )}
          </li>
          {reconciliation.nextCheckAt && (
            <li>
              Next check <Ago at={reconciliation.nextCheckAt} />.
            </li>
          )}
          <li>
            Checking ends <Moment at={reconciliation.deadline} />:{' '}
            {ON_DEADLINE[reconciliation.onDeadline] ?? reconciliation.onDeadline}
          </li>
        </ul>
        <p>
          <Money amount={run.reservedAmount} look="spend" /> stays on hold until then. The request
          is never sent twice.
        </p>
      </Notice>
      <FormProblem error={submission.error} />
    </>
  );
}

const ON_DEADLINE: Record<string, string> = {
  fail_uncharged: 'then the run fails without a charge.',
  charge_list_price: 'then the run is charged at list price.',
  complete_uncharged: 'then the run completes without a charge.',
};
