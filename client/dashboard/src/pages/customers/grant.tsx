/** Dialogs of a prepaid balance: a grant, its revocation, and the end of the balance. */
import { useState } from 'react';
import {
  type Customer,
  type CustomerGrant,
  faultsByField,
  randomKey,
  useGiveCustomerGrant,
  useRevokeCustomerGrant,
} from '../../api/index.ts';
import { formatMoney, fromLocalField, parseMoney } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Confirmation,
  Field,
  MoneyField,
  SaveDialog,
  useSubmission,
  useUnit,
  useZone,
} from '../../parts/index.ts';
import { nameOf, useChange } from './acts.tsx';

interface ActProps {
  customer: Customer;
  onClose: () => void;
}

const FIELDS = ['amount', 'expiresAt', 'note'] as const;

/** The form makes the request key: a double click gives one grant. */
export function GrantCredit({ customer, onClose }: ActProps) {
  const { workspaceId } = useHere();
  const unit = useUnit();
  const zone = useZone();
  const give = useGiveCustomerGrant();
  const [requestKey] = useState(randomKey);
  const [text, setText] = useState('');
  const [until, setUntil] = useState('');
  const [note, setNote] = useState('');
  const parsed = parseMoney(text, unit);
  const amount = 'amount' in parsed ? parsed.amount : 0;
  const expiresAt = until === '' ? undefined : fromLocalField(until, zone);
  const submission = useSubmission(async () => {
    if (amount === 0) return;
    await give.mutateAsync({
      params: {
        ...{ path: { workspaceId }, query: { endUserId: customer.endUserId } },
        header: { 'Idempotency-Key': requestKey },
      },
      body: {
        amount,
        ...(expiresAt !== undefined && { expiresAt }),
        ...(note.trim() !== '' && { note: note.trim() }),
      },
    });
    announce(`Granted ${formatMoney(amount, unit)} to ${nameOf(customer)}.`);
    onClose();
  });
  const faults = faultsByField(submission.error, FIELDS);
  return (
    <SaveDialog
      title={`Grant credit to “${nameOf(customer)}”`}
      submission={submission}
      fields={FIELDS}
      save={amount > 0 ? `Grant ${formatMoney(amount, unit)}` : 'Grant'}
      isReady={amount > 0}
      onClose={onClose}
    >
      <p className="muted">
        {customer.balance
          ? 'Adds to its balance. The wallet of the workspace pays its runs as before.'
          : 'From then on, its new runs cost no more than what it was granted. The wallet of the workspace pays them as before.'}
      </p>
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
        label="Expires"
        type="datetime-local"
        value={until}
        onChange={setUntil}
        fault={faults.expiresAt}
        hint={`In ${zone}. What is left then is taken. Leave empty for never.`}
        isOptional
      />
      <Field
        label="Note"
        value={note}
        onChange={setNote}
        fault={faults.note}
        hint="Such as the package or the order."
        autoComplete="off"
        isOptional
      />
    </SaveDialog>
  );
}

export function RevokeGrant({ customer, grant, onClose }: ActProps & { grant: CustomerGrant }) {
  const { workspaceId } = useHere();
  const unit = useUnit();
  const revoke = useRevokeCustomerGrant();
  const submission = useSubmission(async () => {
    const path = { workspaceId, grantId: grant.id };
    await revoke.mutateAsync({ params: { path, query: { endUserId: customer.endUserId } } });
    announce(`Revoked the grant of ${nameOf(customer)}.`);
    onClose();
  });
  return (
    <Confirmation
      title={`Revoke “${grant.note ?? 'Grant'}”?`}
      submission={submission}
      verb="Revoke grant"
      onClose={onClose}
      consequences={[
        `What is left of it, ${formatMoney(grant.leftAmount, unit)}, is taken from the balance of ${nameOf(customer)}.`,
        'Runs in progress finish, and may still spend what they hold.',
      ]}
    />
  );
}

export function EndBalance(props: ActProps) {
  const { customer, onClose } = props;
  const submission = useChange(props, `Ended the balance of ${nameOf(customer)}.`, {
    hasBalance: false,
  });
  return (
    <Confirmation
      title={`End the balance of “${nameOf(customer)}”?`}
      submission={submission}
      verb="End balance"
      onClose={onClose}
      consequences={['All of its grants are revoked.', 'From then on, only its budgets limit it.']}
    />
  );
}
