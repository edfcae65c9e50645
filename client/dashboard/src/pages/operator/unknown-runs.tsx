/** Runs whose outcome or price is unknown, with what is known of each. */
import { Link } from 'wouter';
import { allRows } from '../../api/index.ts';
import { type UnknownRun, useUnknownRuns } from '../../api/operator.ts';
import { formatCount } from '../../format/index.ts';
import { Ago, Card, Empty, Listing, Moment, Money, Page, Table } from '../../parts/index.ts';

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
    <Table label="Runs with an unknown outcome">
      <thead>
        <tr>
          <th scope="col">Run</th>
          <th scope="col">Workspace</th>
          <th scope="col">Why</th>
          <th scope="col">Evidence</th>
          <th scope="col" className="number">
            Held
          </th>
          <th scope="col">Given up</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Row key={run.id} run={run} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ run }: { run: UnknownRun }) {
  const { id, workspace, of, provider, providerReference, reason, state, heldAmount } = run;
  const { lookUps, lastLookUpAt, isCanceled, createdAt, deadline } = run;
  return (
    <tr>
      <th scope="row">
        <code>{id}</code>
        <span className="row-note">
          {of} at {provider}, <Moment at={createdAt} />
        </span>
      </th>
      <td data-label="Workspace">
        <Link href={`/workspaces/${workspace.id}`}>{workspace.name}</Link>
      </td>
      <td data-label="Why">
        <div>
          <code>{reason ?? state}</code>
          {isCanceled && <span className="row-note">Canceled</span>}
        </div>
      </td>
      <td data-label="Evidence">
        <div>
          {providerReference === undefined ? (
            'No reference: nobody can be asked'
          ) : (
            <code className="evidence">{providerReference}</code>
          )}
          <span className="row-note">
            {lookUps === 0 ? (
              'Not looked up yet'
            ) : (
              <>
                {formatCount(lookUps)} {lookUps === 1 ? 'look-up' : 'look-ups'}
                {lastLookUpAt && (
                  <>
                    , the last <Ago at={lastLookUpAt} />
                  </>
                )}
              </>
            )}
          </span>
        </div>
      </td>
      <td data-label="Held" className="number">
        <Money amount={heldAmount} />
      </td>
      <td data-label="Given up">
        <Moment at={deadline} />
      </td>
    </tr>
  );
}
