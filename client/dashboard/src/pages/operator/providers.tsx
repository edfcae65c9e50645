/** Whether providers take runs, and what they carried out in the last 24 hours. */
import { titleOfKind } from '../../api/index.ts';
import { type ProviderState, type SoldSums, useProviders } from '../../api/operator.ts';
import {
  decimalsOf,
  formatCount,
  formatDuration,
  formatShare,
  plural,
} from '../../format/index.ts';
import { Badge, Card, Empty, Loaded, Money, Page, Table, useUnit } from '../../parts/index.ts';

export function ProvidersPage({ title }: { title: string }) {
  const providers = useProviders();
  return (
    <Page
      title={title}
      about="The last 24 hours. A run counts for the provider that its model names first, also if another one carried it out."
    >
      <Loaded query={providers} rows={6} label="Loading the providers">
        {(data) =>
          data.data.length === 0 ? (
            <Empty icon="destinations" title="No providers yet">
              Providers appear here with the models that name them.
            </Empty>
          ) : (
            <Card isFlush>
              <ProviderTable providers={data.data} />
            </Card>
          )
        }
      </Loaded>
    </Page>
  );
}

function ProviderTable({ providers }: { providers: ProviderState[] }) {
  const decimals = decimalsOf(
    providers.map(({ last24Hours }) => last24Hours?.providerAmount ?? 0),
    useUnit(),
  );
  return (
    <Table label="Providers">
      <thead>
        <tr>
          <th scope="col">Provider</th>
          <th scope="col">State</th>
          <th scope="col" className="number">
            Runs
          </th>
          <th scope="col" className="number">
            Failed
          </th>
          <th scope="col" className="number">
            p50
          </th>
          <th scope="col" className="number">
            p95
          </th>
          <th scope="col" className="number">
            Paid to it
          </th>
          <th scope="col" className="number">
            Under way
          </th>
        </tr>
      </thead>
      <tbody>
        {providers.map((state) => (
          <Row key={`${state.kind} ${state.provider}`} {...{ state, decimals }} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ state, decimals }: { state: ProviderState; decimals: number }) {
  const { kind, provider, models, openings, waitingRuns, unknownRuns, last24Hours: sold } = state;
  return (
    <tr>
      <th scope="row">
        {provider}
        <span className="row-note">
          {titleOfKind(kind)}
          {models > 0 && `, ${plural(models, 'model')}`}
        </span>
      </th>
      <td data-label="State">
        <div>
          {state.state === 'away' ? (
            <Badge tone="bad">Away</Badge>
          ) : (
            <Badge tone="good">Answers</Badge>
          )}
          {openings > 0 && <span className="row-note">{plural(openings, 'time')} away so far</span>}
        </div>
      </td>
      <td data-label="Runs" className="number">
        <span>{sold ? formatCount(sold.runs) : '–'}</span>
      </td>
      <td data-label="Failed" className="number">
        <Failed sold={sold} />
      </td>
      <td data-label="p50" className="number">
        <Duration ms={sold?.p50Ms} />
      </td>
      <td data-label="p95" className="number">
        <Duration ms={sold?.p95Ms} />
      </td>
      <td data-label="Paid to it" className="number">
        {sold ? <Money amount={sold.providerAmount} decimals={decimals} /> : <span>–</span>}
      </td>
      <td data-label="Under way" className="number">
        <div>
          {formatCount(waitingRuns)}
          {unknownRuns > 0 && (
            <span className="row-note margin-bad">{formatCount(unknownRuns)} unknown</span>
          )}
        </div>
      </td>
    </tr>
  );
}

/** The share, with the most frequent reason. */
export function Failed({ sold }: { sold: SoldSums | undefined }) {
  if (!sold) return <span>–</span>;
  const [first] = sold.failures;
  return (
    <div>
      {formatShare(sold.failedRuns, sold.runs)}
      {first && (
        <span className="row-note">
          {first.code} {formatCount(first.runs)}
        </span>
      )}
    </div>
  );
}

export function Duration({ ms }: { ms: number | undefined }) {
  return <span>{ms === undefined ? '–' : formatDuration(ms)}</span>;
}
