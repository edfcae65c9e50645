/** A run whose outcome or price is not known: what is known, what happens next, and looking it up now. */
import { type AnyRun, useActOnRun } from '../../api/index.ts';
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
  const lookUp = useActOnRun(workspaceId, run, 'look-up');
  const submission = useSubmission(async () => {
    const now = await lookUp.mutateAsync();
    announce(
      now.state === run.state
        ? 'Looked up. Nothing new is known yet.'
        : `Looked up. The run is now: ${wordsOfState(now.state)}.`,
    );
  });
  return (
    <>
      <Notice
        tone="warn"
        title={
          run.state === 'received'
            ? 'The answer is there; its price is being looked up'
            : 'What became of this run is not known yet'
        }
        actions={
          <Button icon="search" isPending={submission.isPending} onPress={submission.submit}>
            Look it up now
          </Button>
        }
      >
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
            {ON_DEADLINE[reconciliation.onDeadline] ?? reconciliation.onDeadline}
          </li>
        </ul>
        <p>
          <Money amount={run.reservedAmount} look="run" /> stays held until then. The request is
          never sent a second time.
        </p>
      </Notice>
      <FormProblem error={submission.error} />
    </>
  );
}

const ON_DEADLINE: Record<string, string> = {
  fail_uncharged: 'the run fails then, uncharged.',
  charge_list_price: 'the run is charged by the price list then.',
  complete_uncharged: 'the run is completed then, uncharged.',
};
