/** The models that are sold, with their prices, fees and what they brought in the last 24 hours. */
import { useState } from 'react';
import { type ModelForSale, useModelsForSale } from '../../api/operator.ts';
import { formatBasisPoints, formatCount, perMillion, symbolOf } from '../../format/index.ts';
import {
  Card,
  DataTable,
  Empty,
  Listing,
  Money,
  Page,
  TextFilter,
  useDecimals,
  useUnit,
} from '../../parts/index.ts';
import { durationOf, Failed } from './providers.tsx';

/** More rows than anybody reads. */
const SHOWN = 200;

export function ModelsPage({ title }: { title: string }) {
  const models = useModelsForSale();
  const [text, setText] = useState('');
  const named = models.data?.data.filter(({ id, provider }) =>
    `${id} ${provider}`.toLowerCase().includes(text.toLowerCase()),
  );
  const rows = named?.toSorted((one, other) => revenueOf(other) - revenueOf(one)).slice(0, SHOWN);
  return (
    <Page
      title={title}
      about="Prices are per million tokens, without the fee. Sums are of the last 24 hours; those that brought most come first."
    >
      <search className="filters">
        <TextFilter
          label="Model or provider"
          placeholder="Model or provider"
          value={text}
          onChange={setText}
        />
      </search>
      <Listing
        list={models}
        rows={rows}
        what="the models"
        bones={8}
        empty={
          <Empty icon="search" title="No model matches">
            {text === '' ? 'This deployment sells no models.' : 'Try another name.'}
          </Empty>
        }
      >
        {(shown) => (
          <Card isFlush>
            <ModelTable models={shown} />
          </Card>
        )}
      </Listing>
      {named && named.length > SHOWN && (
        <p className="hint">
          The first {formatCount(SHOWN)} of {formatCount(named.length)} models.
        </p>
      )}
    </Page>
  );
}

function revenueOf({ last24Hours: sold }: ModelForSale): number {
  return sold?.chargedAmount ?? -1;
}

function ModelTable({ models }: { models: ModelForSale[] }) {
  const unit = useUnit();
  const soldOf = models.flatMap(({ last24Hours }) => last24Hours ?? []);
  const decimals = {
    charged: useDecimals(soldOf.map(({ chargedAmount }) => chargedAmount)),
    margin: useDecimals(soldOf.map(({ feeAmount }) => feeAmount)),
  };
  const symbol = symbolOf(unit.currency);
  return (
    <DataTable
      label="Models"
      rows={models}
      keyOf={({ id }) => id}
      numbers={['Input', 'Output', 'Fee', 'Runs', 'Failed', 'p95', 'Charged', 'Margin']}
      columns={{
        Model: ({ id, provider, fallbacks }) => (
          <>
            {id}
            <span className="row-note">{[provider, ...fallbacks].join(', then ')}</span>
          </>
        ),
        Input: ({ promptPrice }) => symbol + perMillion(promptPrice),
        Output: ({ completionPrice }) => symbol + perMillion(completionPrice),
        Fee: ({ feeBasisPoints }) => formatBasisPoints(feeBasisPoints),
        Runs: ({ last24Hours: sold }) => sold && formatCount(sold.runs),
        Failed: ({ last24Hours: sold }) => sold && <Failed sold={sold} />,
        p95: ({ last24Hours }) => durationOf(last24Hours?.p95Ms),
        Charged: ({ last24Hours: sold }) =>
          sold && <Money amount={sold.chargedAmount} decimals={decimals.charged} />,
        Margin: ({ last24Hours: sold }) =>
          sold && <Money amount={sold.feeAmount} decimals={decimals.margin} />,
      }}
    />
  );
}
