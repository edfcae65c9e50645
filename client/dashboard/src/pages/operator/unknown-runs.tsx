/** Runs whose outcome or price is unknown, with what is known of each. */
import { Link } from 'wouter';
import { allRows } from '../../api/index.ts';
import { type UnknownRun, useUnknownRuns } from '../../api/operator.ts';
import { capitalized, plural } from '../../format/index.ts';
import {
  Ago,
  Card,
  CopyButton,
  DataTable,
  Empty,
  Listing,
  Moment,
  Money,
  Page,
} from '../../parts/index.ts';

export function UnknownRunsPage() {
  const runs = useUnknownRuns();
  return (
    <Page
      title="Unknown outcomes"
      about="The service asks the providers by itself until the deadline, and sends no run again. The command reconcile asks at once."
    >
      <Listing
        list={runs}
        rows={allRows(runs.data)}
        what="the runs"
        empty={
          <Empty icon="check" title="Every outcome is known">
            No run waits for a look-up at its provider.
          </Empty>
        }
      >
        {(rows) => (
          <Card isFlush>
            <RunTable runs={rows} />
          </Card>
        )}
      </Listing>
    </Page>
  );
}

function RunTable({ runs }: { runs: UnknownRun[] }) {
  return (
    <DataTable
      label="Runs with an unknown outcome"
      rows={runs}
      keyOf={({ id }) => id}
      numbers={['Held']}
      columns={{
        Run: ({ id, of, provider, createdAt }) => (
          <>
            {of}
            <span className="row-note">
              at {provider}, <Moment at={createdAt} />
            </span>
            <ShortName text={id} what="the run’s ID" />
          </>
        ),
        Workspace: ({ workspace: { id, name } }) => <Link href={`/workspaces/${id}`}>{name}</Link>,
        Why: ({ reason, state, isCanceled }) => (
          <div>
            {wordsOfReason(reason ?? state)}
            {isCanceled && <span className="row-note">Canceled</span>}
          </div>
        ),
        Evidence: (run) => <Evidence run={run} />,
        Held: ({ heldAmount }) => <Money amount={heldAmount} />,
        'Given up': ({ deadline }) => <Moment at={deadline} />,
      }}
    />
  );
}

function Evidence({ run: { providerReference, lookUps, lastLookUpAt } }: { run: UnknownRun }) {
  return (
    <div>
      {providerReference === undefined ? 'Nobody can be asked' : 'The provider can be asked'}
      <span className="row-note">
        {lookUps === 0 ? 'Not looked up yet' : plural(lookUps, 'look-up')}
        {lastLookUpAt !== undefined && (
          <>
            , the last <Ago at={lastLookUpAt} />
          </>
        )}
      </span>
      {providerReference !== undefined && (
        <ShortName text={providerReference} what="the provider’s reference" />
      )}
    </div>
  );
}

/** Its end tells it from others; the button copies all of it. */
function ShortName({ text, what }: { text: string; what: string }) {
  return (
    <span className="row-note" title={text}>
      <span className="copyable nowrap">
        <code>{text.length > LONGEST_SHOWN ? `…${text.slice(-LONGEST_SHOWN)}` : text}</code>
        <CopyButton text={text} what={what} look="quiet" />
      </span>
    </span>
  );
}

const LONGEST_SHOWN = 14;

const WORDS: Record<string, string> = { received: 'The answer came without its price.' };

/** `connection_lost` reads `Connection lost`; a sentence stays as it is. */
function wordsOfReason(reason: string): string {
  const words = WORDS[reason];
  if (words !== undefined) return words;
  return /^[a-z_]+$/.test(reason) ? capitalized(reason.replaceAll('_', ' ')) : reason;
}
