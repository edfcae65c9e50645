/** The models that are sold, with their prices, fees and what they brought in the last 24 hours. */
import { useState } from 'react';
import { type ModelForSale, useModelsForSale } from '../../api/operator.ts';
import {
  decimalsOf,
  formatBasisPoints,
  formatCount,
  perMillion,
  symbolOf,
} from '../../format/index.ts';
import {
  Card,
  Empty,
  Failure,
  Field,
  Money,
  Page,
  Skeleton,
  Table,
  useUnit,
} from '../../parts/index.ts';
import { Duration, Failed } from './providers.tsx';

/** More rows than anybody reads. */
const SHOWN = 200;

export function ModelsPage({ title }: { title: string }) {
  const models = useModelsForSale();
  const [text, setText] = useState('');
  const named = models.data?.data.filter(({ id, provider }) =>
    `${id} ${provider}`.toLowerCase().includes(text.trim().toLowerCase()),
  );
  const rows = named?.toSorted((one, other) => revenueOf(other) - revenueOf(one)).slice(0, SHOWN);
  return (
    <Page
      title={title}
      about="Prices are per million tokens, without the fee. Sums are of the last 24 hours; those that brought most come first."
    >
      <div className="workspace-search">
        <Field
          label="Model or provider"
          type="search"
          name="search"
          value={text}
          onChange={setText}
        />
      </div>
      {rows ? (
        rows.length === 0 ? (
          <Empty icon="search" title="No model matches">
            {text.trim() === '' ? 'This deployment sells no models.' : 'Try another name.'}
          </Empty>
        ) : (
          <Card isFlush>
            <ModelTable models={rows} />
          </Card>
        )
      ) : models.error ? (
        <Failure error={models.error} onRetry={() => void models.refetch()} />
      ) : (
        <Skeleton rows={8} label="Loading the models" />
      )}
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
    charged: decimalsOf(
      soldOf.map(({ chargedAmount }) => chargedAmount),
      unit,
    ),
    margin: decimalsOf(
      soldOf.map(({ feeAmount }) => feeAmount),
      unit,
    ),
  };
  return (
    <Table label="Models">
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col" className="number">
            Input
          </th>
          <th scope="col" className="number">
            Output
          </th>
          <th scope="col" className="number">
            Fee
          </th>
          <th scope="col" className="number">
            Runs
          </th>
          <th scope="col" className="number">
            Failed
          </th>
          <th scope="col" className="number">
            p95
          </th>
          <th scope="col" className="number">
            Charged
          </th>
          <th scope="col" className="number">
            Margin
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <Row key={model.id} {...{ model, decimals }} />
        ))}
      </tbody>
    </Table>
  );
}

interface RowProps {
  model: ModelForSale;
  /** Of the columns. */
  decimals: { charged: number; margin: number };
}

function Row({ model, decimals }: RowProps) {
  const { id, provider, fallbacks, promptPrice, completionPrice, feeBasisPoints } = model;
  const { last24Hours: sold } = model;
  const symbol = symbolOf(useUnit().currency);
  return (
    <tr>
      <th scope="row">
        {id}
        <span className="row-note">{[provider, ...fallbacks].join(', then ')}</span>
      </th>
      <td data-label="Input" className="number">
        <span>{symbol + perMillion(promptPrice)}</span>
      </td>
      <td data-label="Output" className="number">
        <span>{symbol + perMillion(completionPrice)}</span>
      </td>
      <td data-label="Fee" className="number">
        <span>{formatBasisPoints(feeBasisPoints)}</span>
      </td>
      <td data-label="Runs" className="number">
        <span>{sold ? formatCount(sold.runs) : '–'}</span>
      </td>
      <td data-label="Failed" className="number">
        <Failed sold={sold} />
      </td>
      <td data-label="p95" className="number">
        <Duration ms={sold?.p95Ms} />
      </td>
      <td data-label="Charged" className="number">
        {sold ? <Money amount={sold.chargedAmount} decimals={decimals.charged} /> : <span>–</span>}
      </td>
      <td data-label="Margin" className="number">
        {sold ? <Money amount={sold.feeAmount} decimals={decimals.margin} /> : <span>–</span>}
      </td>
    </tr>
  );
}
