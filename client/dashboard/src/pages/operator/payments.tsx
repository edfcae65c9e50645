/** The payments by card of the last days beside those of the payment provider. */
import { Link } from 'wouter';
import { type PaymentComparison, usePaymentComparison } from '../../api/operator.ts';
import { formatCount, formatDay, plural } from '../../format/index.ts';
import { Ago, Badge, Card, DataTable, Loaded, Money } from '../../parts/index.ts';

export function PaymentsCard() {
  const comparison = usePaymentComparison();
  const days = comparison.data?.data ?? [];
  const differ = days.some(({ isWhole, differences }) => !isWhole || differences.length > 0);
  return (
    <Card
      title="Payments by card"
      about="The ledger beside the payment provider’s own list, in both directions, for the last 35 days."
      isFlush={differ}
      actions={
        days.length > 0 && (
          <Badge tone={differ ? 'bad' : 'good'}>{differ ? 'Differ' : 'Agree'}</Badge>
        )
      }
    >
      <Loaded query={comparison} rows={3} label="Loading the comparison">
        {() => (differ ? <Differences days={days} /> : <Agreement days={days} />)}
      </Loaded>
    </Card>
  );
}

type Days = PaymentComparison['data'];

function Agreement({ days }: { days: Days }) {
  const [last] = days;
  if (!last)
    return (
      <p className="muted">
        No day was compared yet. A worker compares each day with payments once it is over.
      </p>
    );
  const payments = days.reduce((sum, { creditedPayments }) => sum + creditedPayments, 0);
  return (
    <p className="muted">
      {plural(payments, 'payment')} on {plural(days.length, 'day')}, up to{' '}
      {formatDay(last.day, 'UTC')}, compared <Ago at={last.comparedAt} />.
    </p>
  );
}

const WORDS: Record<string, string | undefined> = {
  missing_here: 'Paid there, not credited here',
  missing_there: 'Credited here, not paid there',
  amount: 'Another amount or currency there',
  returned: 'Another amount refunded or contested there',
};

function Differences({ days }: { days: Days }) {
  const broken = days.filter(({ isWhole }) => !isWhole);
  return (
    <>
      <DataTable
        label="Payments that differ"
        rows={days.flatMap(({ day, differences }) => differences.map((each) => ({ day, ...each })))}
        keyOf={({ day, paymentId }) => `${day} ${paymentId}`}
        numbers={['Here', 'At the provider']}
        columns={{
          Payment: ({ day, paymentId, providerReference }) => (
            <>
              <code>{paymentId}</code>
              <span className="row-note">
                {formatDay(day, 'UTC')}
                {providerReference !== undefined && `, ${providerReference}`}
              </span>
            </>
          ),
          'What differs': ({ kind }) => WORDS[kind] ?? kind,
          Workspace: ({ workspaceId }) =>
            workspaceId === undefined ? (
              'None'
            ) : (
              <Link href={`/workspaces/${workspaceId}`}>Open</Link>
            ),
          Here: ({ creditedAmount }) => sideOf(creditedAmount),
          'At the provider': ({ providerAmount }) => sideOf(providerAmount),
        }}
      />
      {broken.length > 0 && (
        <p className="more hint">
          {formatCount(broken.length)} {broken.length === 1 ? 'day has' : 'days have'} more than is
          shown.
        </p>
      )}
    </>
  );
}

function sideOf(amount: number | undefined) {
  return amount === undefined ? undefined : <Money amount={amount} look="exact" />;
}
