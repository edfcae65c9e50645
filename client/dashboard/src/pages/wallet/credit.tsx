/**
 * Adding credit. The reference names the payment: the same one credits once, however often it is sent. A large amount
 * is asked for a second time, in words of its own, since a point that slipped costs most there.
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
  useSubmission,
  useUnit,
} from '../../parts/index.ts';

const FIELDS = ['amount', 'reference'] as const;
/** Of the currency: from here on a credit is asked for twice. */
const LARGE = 1_000;

export function Credit({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useHere();
  const unit = useUnit();
  const create = useCreateCredit();
  const [text, setText] = useState('');
  const [reference, setReference] = useState('');
  const [isReplayed, setReplayed] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const parsed = parseMoney(text, unit);
  const amount = 'amount' in parsed ? parsed.amount : 0;
  const submission = useSubmission(async () => {
    if (amount >= LARGE * 10 ** unit.scale && !isAsking) return setAsking(true);
    setReplayed(false);
    const params = { path: { workspaceId } };
    const body = { amount, reference: reference.trim() };
    // What comes of it is told by the form; until then the question stands.
    const { replayed } = await create.mutateAsync({ params, body }).finally(() => setAsking(false));
    if (replayed) return setReplayed(true);
    announce(`${formatMoney(amount, unit)} were added to the wallet.`);
    onClose();
  });
  const faults = faultsByField(submission.error, FIELDS);
  if (isAsking) {
    return (
      <Dialog title={`Add ${formatMoney(amount, unit)}?`} isOpen onClose={onClose} kind="form">
        <Form submission={submission}>
          <div className="dialog-body">
            <p>
              That is a large credit. It is booked for good under the reference{' '}
              <strong>{reference.trim()}</strong>, and the workspace can spend it at once.
            </p>
          </div>
          <DialogActions>
            <Button onPress={() => setAsking(false)} autoFocus>
              Change it
            </Button>
            <Button type="submit" look="primary" isPending={submission.isPending}>
              {`Yes, add ${formatMoney(amount, unit)}`}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    );
  }
  return (
    <Dialog title="Add credit" isOpen onClose={onClose} kind="form">
      <Form submission={submission} fields={FIELDS}>
        <div className="dialog-body">
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
            hint="The payment in your books, like “invoice 2025-0713”. One reference credits once."
            autoComplete="off"
            isRequired
          />
          {isReplayed && (
            <Notice tone="info" title="This payment was credited before" isAlert>
              The wallet already has it. Nothing was added now.
            </Notice>
          )}
        </div>
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            isPending={submission.isPending}
            isDisabled={amount === 0 || reference.trim() === ''}
          >
            {amount > 0 ? `Add ${formatMoney(amount, unit)}` : 'Add credit'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
