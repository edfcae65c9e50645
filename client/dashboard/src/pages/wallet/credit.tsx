/**
 * Adds credit. The reference identifies the payment: the same reference credits once, however often it is sent. For a
 * large amount, the form asks for confirmation, because a misplaced decimal point costs most there.
 */
import { useState } from 'react';
import { faultsByField, useCreateCredit } from '../../api/index.ts';
import { formatMoney, parseMoney } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Button,
  Dialog,
  DialogActions,
  Field,
  Form,
  MoneyField,
  Notice,
  SaveDialog,
  type Submission,
  useSubmission,
  useUnit,
} from '../../parts/index.ts';

const FIELDS = ['amount', 'reference'] as const;
/** From this amount on, in the currency, the form asks for confirmation. */
const LARGE = 1_000;

export function Credit({ onClose }: { onClose: () => void }) {
  const unit = useUnit();
  const [text, setText] = useState('');
  const [reference, setReference] = useState('');
  const parsed = parseMoney(text, unit);
  const amount = 'amount' in parsed ? parsed.amount : 0;
  const adding = useAdding({ amount, reference: reference.trim() }, onClose);
  const { submission, isReplayed } = adding;
  const faults = faultsByField(submission.error, FIELDS);
  if (adding.isAsking) return <Ask {...adding} onClose={onClose} />;
  return (
    <SaveDialog
      title="Add credit"
      submission={submission}
      fields={FIELDS}
      save={amount > 0 ? `Add ${formatMoney(amount, unit)}` : 'Add credit'}
      isReady={amount > 0 && reference.trim() !== ''}
      onClose={onClose}
    >
      <MoneyField
        label="Amount"
        unit={unit}
        value={text}
        onChange={setText}
        fault={faults.amount}
        isRequired
        autoFocus
      />
      <Field
        label="Reference"
        value={reference}
        onChange={setReference}
        fault={faults.reference}
        hint="The payment in your records, like “invoice 2025-0713”. Each reference adds credit only once."
        autoComplete="off"
        isRequired
      />
      {isReplayed && (
        <Notice tone="info" title="This payment was already added" isAlert>
          The wallet already has it. Nothing was added.
        </Notice>
      )}
    </SaveDialog>
  );
}

interface Payment {
  amount: number;
  reference: string;
}

/** The form sends a large payment when it is submitted a second time. The first time, it asks for confirmation. */
function useAdding(payment: Payment, onDone: () => void) {
  const { workspaceId } = useHere();
  const unit = useUnit();
  const create = useCreateCredit();
  const [isReplayed, setReplayed] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const submission = useSubmission(async () => {
    if (payment.amount >= LARGE * 10 ** unit.scale && !isAsking) return setAsking(true);
    setReplayed(false);
    const { replayed } = await create
      .mutateAsync({ params: { path: { workspaceId } }, body: payment })
      // The form shows the result; until then the question stays.
      .finally(() => setAsking(false));
    if (replayed) return setReplayed(true);
    announce(`Added ${formatMoney(payment.amount, unit)} to the wallet.`);
    onDone();
  });
  return { payment, submission, isReplayed, isAsking, change: () => setAsking(false) };
}

interface AskProps {
  payment: Payment;
  submission: Submission;
  change: () => void;
  onClose: () => void;
}

function Ask({ payment: { amount, reference }, submission, change, onClose }: AskProps) {
  const unit = useUnit();
  return (
    <Dialog title={`Add ${formatMoney(amount, unit)}?`} isOpen onClose={onClose} kind="form">
      <Form submission={submission}>
        <div className="dialog-body">
          <p>
            This is a large amount. It’s added permanently under the reference{' '}
            <strong>{reference}</strong>, and can be spent right away.
          </p>
        </div>
        <DialogActions>
          <Button onPress={change} autoFocus>
            Change it
          </Button>
          <Button type="submit" look="primary">
            {`Yes, add ${formatMoney(amount, unit)}`}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
