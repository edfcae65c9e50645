/** Whether providers take runs, and what they carried out in the last 24 hours. */
import { titleOfKind } from '../../api/index.ts';
import { type ProviderState, type SoldSums, useProviders } from '../../api/operator.ts';
import { formatCount, formatDuration, formatShare, plural } from '../../format/index.ts';
import {
  Badge,
  Card,
  DataTable,
  Empty,
  Loaded,
  Money,
  Page,
  useDecimals,
} from '../../parts/index.ts';

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
  const decimals = useDecimals(
    providers.map(({ last24Hours }) => last24Hours?.providerAmount ?? 0),
  );
  return (
    <DataTable
      label="Providers"
      rows={providers}
      keyOf={({ kind, provider }) => `${kind} ${provider}`}
      numbers={['Runs', 'Failed', 'p50', 'p95', 'Paid to it', 'Under way']}
      columns={{
        Provider: ({ kind, provider, models }) => (
          <>
            {provider}
            <span className="row-note">
              {titleOfKind(kind)}
              {models > 0 && `, ${plural(models, 'model')}`}
            </span>
          </>
        ),
        State: ({ state, openings }) => (
          <div>
            {state === 'away' ? <Badge tone="bad">Away</Badge> : <Badge tone="good">Answers</Badge>}
            {openings > 0 && (
              <span className="row-note">{plural(openings, 'time')} away so far</span>
            )}
          </div>
        ),
        Runs: ({ last24Hours: sold }) => sold && formatCount(sold.runs),
        Failed: ({ last24Hours: sold }) => sold && <Failed sold={sold} />,
        p50: ({ last24Hours }) => durationOf(last24Hours?.p50Ms),
        p95: ({ last24Hours }) => durationOf(last24Hours?.p95Ms),
        'Paid to it': ({ last24Hours: sold }) =>
          sold && <Money amount={sold.providerAmount} decimals={decimals} />,
        'Under way': ({ waitingRuns, unknownRuns }) => (
          <div>
            {formatCount(waitingRuns)}
            {unknownRuns > 0 && (
              <span className="row-note margin-bad">{formatCount(unknownRuns)} unknown</span>
            )}
          </div>
        ),
      }}
    />
  );
}

/** The share, with the most frequent reason. */
export function Failed({ sold }: { sold: SoldSums }) {
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

export function durationOf(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : formatDuration(ms);
}
