/**
 * Payments by card. The provider's page takes the card; the browser comes back with the payment in the address, and the
 * page watches it until the wallet is credited.
 */
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import {
  allRows,
  faultsByField,
  type Payment,
  randomKey,
  useCreatePayment,
  usePayment,
  usePayments,
  type Wallet,
} from '../../api/index.ts';
import { formatMoney, parseMoney } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Button,
  Card,
  DataTable,
  Empty,
  Listing,
  Moment,
  Money,
  MoneyField,
  Notice,
  OuterLink,
  PaymentBadge,
  SaveDialog,
  useSubmission,
  useUnit,
} from '../../parts/index.ts';

const FIELDS = ['amount'] as const;

interface TopUpProps {
  bounds: NonNullable<Wallet['payments']>;
  onClose: () => void;
}

export function TopUp({ bounds: { leastAmount, mostAmount, isTaxed }, onClose }: TopUpProps) {
  const { workspaceId } = useHere();
  const unit = useUnit();
  const [text, setText] = useState('');
  // One for each amount: the same click again is the same payment.
  const [requestKey, setRequestKey] = useState(randomKey);
  const create = useCreatePayment(workspaceId);
  const parsed = parseMoney(text, unit);
  const amount = 'amount' in parsed ? parsed.amount : 0;
  const submission = useSubmission(async () => {
    const { checkoutUrl } = await create.mutateAsync({ amount, requestKey });
    if (checkoutUrl !== undefined) window.location.assign(checkoutUrl);
  });
  const faults = faultsByField(submission.error, FIELDS);
  const [least, most] = [formatMoney(leastAmount, unit), formatMoney(mostAmount, unit)];
  return (
    <SaveDialog
      title="Pay by card"
      submission={submission}
      fields={FIELDS}
      save={amount > 0 ? `Continue with ${formatMoney(amount, unit)}` : 'Continue'}
      isReady={amount > 0}
      onClose={onClose}
    >
      <MoneyField
        label="Amount"
        hint={`From ${least} to ${most}. The next page takes the card${isTaxed ? ' and adds taxes' : ''}.`}
        unit={unit}
        value={text}
        onChange={(next) => {
          setText(next);
          setRequestKey(randomKey());
        }}
        fault={faults.amount}
        isRequired
        autoFocus
      />
    </SaveDialog>
  );
}

/** What became of the payment from which the browser came back. */
export function PaymentNotice() {
  const [params, setParams] = useSearchParams();
  const paymentId = params.get('payment');
  if (!paymentId) return null;
  const close = () =>
    setParams(
      (now) => {
        now.delete('payment');
        return now;
      },
      { replace: true },
    );
  return <Watched paymentId={paymentId} onClose={close} />;
}

function Watched({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const { workspaceId } = useHere();
  const { data: payment } = usePayment(workspaceId, paymentId);
  if (!payment) return null;
  const { title, tone, words } = NEWS[payment.state] ?? NEWS.open!;
  const isOpen = payment.state === 'open' && payment.checkoutUrl !== undefined;
  return (
    <Notice
      tone={tone}
      title={title}
      actions={
        <Button small onPress={onClose}>
          Dismiss
        </Button>
      }
    >
      <Money amount={payment.amount} look="exact" /> {words}{' '}
      {isOpen && <a href={payment.checkoutUrl}>Go back to the payment</a>}
      {payment.receiptUrl && <OuterLink href={payment.receiptUrl}>Receipt</OuterLink>}
    </Notice>
  );
}

const NEWS: Record<string, { title: string; tone: 'info' | 'good' | 'warn'; words: string }> = {
  open: {
    title: 'Waiting for the payment',
    tone: 'info',
    words: 'will be added as soon as the payment is confirmed.',
  },
  succeeded: { title: 'Payment received', tone: 'good', words: 'was added to the wallet.' },
  failed: { title: 'Card declined', tone: 'warn', words: 'was not added. Nothing was charged.' },
  expired: { title: 'Not paid', tone: 'warn', words: 'was not paid in time. Nothing was charged.' },
};

export function Payments() {
  const { workspaceId } = useHere();
  const payments = usePayments(workspaceId);
  return (
    <Card title="Payments" about="By card, with their receipts and invoices." isFlush>
      <Listing
        list={payments}
        rows={allRows(payments.data)}
        what="the payments"
        bones={2}
        empty={
          <Empty icon="wallet" title="No payments yet">
            A payment by card appears here with its receipt.
          </Empty>
        }
      >
        {(rows) => (
          <DataTable
            label="Payments"
            look="slim"
            rows={rows}
            keyOf={({ id }) => id}
            numbers={['Amount']}
            columns={{
              Payment: (payment) => (
                <>
                  <Moment at={payment.createdAt} />
                  <Links payment={payment} />
                </>
              ),
              State: (payment) => <PaymentBadge payment={payment} />,
              Amount: (payment) => <Amounts payment={payment} />,
            }}
          />
        )}
      </Listing>
    </Card>
  );
}

function Links({ payment }: { payment: Payment }) {
  const { isAutomatic, checkoutUrl, receiptUrl, invoiceUrl } = payment;
  return (
    <span className="row-note">
      {isAutomatic && 'Auto-recharge '}
      {receiptUrl && <OuterLink href={receiptUrl}>Receipt</OuterLink>}{' '}
      {invoiceUrl && <OuterLink href={invoiceUrl}>Invoice</OuterLink>}
      {checkoutUrl && <a href={checkoutUrl}>Pay now</a>}
    </span>
  );
}

function Amounts({ payment: { amount, taxAmount, returnedAmount } }: { payment: Payment }) {
  return (
    <>
      <Money amount={amount} look="exact" />
      {taxAmount !== undefined && (
        <span className="row-note">
          plus <Money amount={taxAmount} look="exact" /> tax
        </span>
      )}
      {returnedAmount !== undefined && (
        <span className="row-note">
          <Money amount={returnedAmount} look="exact" /> returned
        </span>
      )}
    </>
  );
}
