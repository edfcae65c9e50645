/** All workspaces of the deployment, with their money and what they did in the last 30 days. */
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { allRows } from '../../api/index.ts';
import { useWorkspaces, type Workspace } from '../../api/operator.ts';
import { decimalsOf, formatCount, formatShare } from '../../format/index.ts';
import {
  Badge,
  Card,
  Empty,
  Field,
  Listing,
  Moment,
  Money,
  Page,
  Table,
  useUnit,
} from '../../parts/index.ts';

const RESTING_MS = 300;

export function WorkspacesPage({ title }: { title: string }) {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const [text, setText] = useState(search);
  useEffect(() => {
    const timer = setTimeout(() => {
      setParams(text.trim() === '' ? {} : { search: text.trim() }, { replace: true });
    }, RESTING_MS);
    return () => clearTimeout(timer);
  }, [text, setParams]);
  const workspaces = useWorkspaces(search);
  return (
    <Page
      title={title}
      about="Every workspace of this deployment, newest first. Spend and margin are of the last 30 days."
    >
      <div className="workspace-search">
        <Field label="Name or id" type="search" name="search" value={text} onChange={setText} />
      </div>
      <Listing
        list={workspaces}
        rows={allRows(workspaces.data)}
        what="the workspaces"
        bones={8}
        empty={
          search === '' ? (
            <Empty icon="members" title="No workspaces yet">
              Make the first one on the command line: <code>workspaces create</code>.
            </Empty>
          ) : (
            <Empty icon="search" title="No workspace matches">
              No name contains “{search}”, and no workspace has this id.
            </Empty>
          )
        }
      >
        {(rows) => (
          <Card isFlush>
            <WorkspaceTable workspaces={rows} />
          </Card>
        )}
      </Listing>
    </Page>
  );
}

function WorkspaceTable({ workspaces }: { workspaces: Workspace[] }) {
  const unit = useUnit();
  const decimalsOfAll = (of: (sums: Workspace['last30Days']) => number) =>
    decimalsOf(
      workspaces.map(({ last30Days }) => of(last30Days)),
      unit,
    );
  const decimals = {
    spend: decimalsOfAll(({ chargedAmount }) => chargedAmount),
    margin: decimalsOfAll(({ marginAmount }) => marginAmount),
    paid: decimalsOfAll(({ paidAmount }) => paidAmount),
  };
  return (
    <Table label="Workspaces">
      <thead>
        <tr>
          <th scope="col">Workspace</th>
          <th scope="col" className="number">
            Available
          </th>
          <th scope="col" className="number">
            Spend
          </th>
          <th scope="col" className="number">
            Margin
          </th>
          <th scope="col" className="number">
            Paid
          </th>
          <th scope="col" className="number">
            Runs
          </th>
          <th scope="col" className="number">
            Failed
          </th>
        </tr>
      </thead>
      <tbody>
        {workspaces.map((workspace) => (
          <WorkspaceRow key={workspace.id} {...{ workspace, decimals }} />
        ))}
      </tbody>
    </Table>
  );
}

interface WorkspaceRowProps {
  workspace: Workspace;
  /** Of the columns. */
  decimals: { spend: number; margin: number; paid: number };
}

function WorkspaceRow({ workspace, decimals }: WorkspaceRowProps) {
  const { id, name, createdAt, availableAmount, debtAmount, last30Days: sums } = workspace;
  return (
    <tr>
      <th scope="row">
        <Link href={`/workspaces/${id}`}>{name}</Link>{' '}
        {workspace.suspension && <Badge tone="warn">Suspended</Badge>}
        <span className="row-note">
          Since <Moment at={createdAt} />
        </span>
      </th>
      <td data-label="Available" className="number">
        <div>
          <Money amount={availableAmount} look="balance" />
          {debtAmount > 0 && (
            <span className="row-note margin-bad">
              owes <Money amount={debtAmount} />
            </span>
          )}
        </div>
      </td>
      <td data-label="Spend" className="number">
        <Money amount={sums.chargedAmount} decimals={decimals.spend} />
      </td>
      <td data-label="Margin" className="number">
        <Margin amount={sums.marginAmount} decimals={decimals.margin} />
      </td>
      <td data-label="Paid" className="number">
        <Money amount={sums.paidAmount} decimals={decimals.paid} />
      </td>
      <td data-label="Runs" className="number">
        <span>{formatCount(sums.runs)}</span>
      </td>
      <td data-label="Failed" className="number">
        <span>{formatShare(sums.failedRuns, sums.runs)}</span>
      </td>
    </tr>
  );
}

interface MarginProps {
  amount: number;
  /** Of its column. */
  decimals?: number;
}

export function Margin({ amount, decimals }: MarginProps) {
  return (
    <span className={amount < 0 ? 'margin-bad' : undefined}>
      <Money amount={amount} {...(decimals !== undefined && { decimals })} />
    </span>
  );
}
