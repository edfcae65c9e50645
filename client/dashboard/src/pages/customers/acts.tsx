/** Dialogs that change a customer: its name and labels, its budgets, and whether it is blocked. */
import { useState } from 'react';
import { type Customer, faultsByField, useUpdateCustomer } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Confirmation,
  Field,
  Radios,
  SaveDialog,
  useSubmission,
  useUnit,
} from '../../parts/index.ts';
import { formOf, readBudgets } from './budget.ts';
import { BudgetFields } from './budget-fields.tsx';
import { LabelsField, readLabels, writeLabels } from './labels.tsx';

interface ActProps {
  customer: Customer;
  onClose: () => void;
}

export function nameOf({ name, endUserId }: Customer): string {
  return name ?? endUserId;
}

type Change = Parameters<ReturnType<typeof useUpdateCustomer>['mutateAsync']>[0]['body'];

/** Sends the change, and closes the dialog. */
export function useChange({ customer, onClose }: ActProps, done: string, body: Change | undefined) {
  const { workspaceId } = useHere();
  const update = useUpdateCustomer();
  return useSubmission(async () => {
    if (!body) return;
    const query = { endUserId: customer.endUserId };
    await update.mutateAsync({ params: { path: { workspaceId }, query }, body });
    announce(done);
    onClose();
  });
}

const FIELDS = ['name', 'metadata'] as const;

export function EditCustomer(props: ActProps) {
  const { customer, onClose } = props;
  const [name, setName] = useState(customer.name ?? '');
  const [labels, setLabels] = useState(writeLabels(customer.metadata));
  const metadata = readLabels(labels);
  const body = metadata && { name: name.trim() === '' ? null : name.trim(), metadata };
  const submission = useChange(props, 'Saved the customer.', body);
  const faults = faultsByField(submission.error, FIELDS);
  return (
    <SaveDialog
      title={`Edit “${nameOf(customer)}”`}
      submission={submission}
      fields={FIELDS}
      save="Save"
      isReady={body !== undefined}
      onClose={onClose}
    >
      <Field
        label="Name"
        value={name}
        onChange={setName}
        fault={faults.name}
        autoComplete="off"
        isOptional
        autoFocus
      />
      <LabelsField value={labels} onChange={setLabels} fault={faults.metadata} />
    </SaveDialog>
  );
}

export function EditBudgets(props: ActProps) {
  const { customer, onClose } = props;
  const unit = useUnit();
  const [kind, setKind] = useState<'own' | 'default'>(customer.hasOwnBudgets ? 'own' : 'default');
  const [form, setForm] = useState(() => formOf(customer.budgets, unit));
  const budgets = kind === 'own' ? readBudgets(form, unit) : null;
  const body = budgets === undefined ? undefined : { budgets };
  const submission = useChange(props, `Saved the budgets of ${nameOf(customer)}.`, body);
  return (
    <SaveDialog
      title={`Budgets of “${nameOf(customer)}”`}
      submission={submission}
      save="Save budgets"
      isReady={body !== undefined}
      onClose={onClose}
    >
      <Radios label="Which budgets apply" options={KINDS} value={kind} onChange={setKind} />
      {kind === 'own' && (
        <>
          <p className="muted">
            A run that does not fit into every budget is refused. What the customer has used already
            counts, also in this day and month, and so do holds of runs in progress.
          </p>
          <BudgetFields form={form} onChange={setForm} />
        </>
      )}
    </SaveDialog>
  );
}

const KINDS: { value: 'own' | 'default'; label: string; about: string }[] = [
  {
    value: 'default',
    label: 'Default budgets',
    about: 'Those of the workspace, also when they change.',
  },
  { value: 'own', label: 'Its own budgets', about: 'Instead of the default ones. May be empty.' },
];

/** Blocks a customer, or ends its block. */
export function BlockCustomer(props: ActProps) {
  const { customer, onClose } = props;
  const isBlocked = customer.state === 'blocked';
  const state = isBlocked ? 'active' : 'blocked';
  const done = `${isBlocked ? 'Unblocked' : 'Blocked'} ${nameOf(customer)}.`;
  const submission = useChange(props, done, { state });
  return (
    <Confirmation
      title={`${isBlocked ? 'Unblock' : 'Block'} “${nameOf(customer)}”?`}
      submission={submission}
      verb={isBlocked ? 'Unblock customer' : 'Block customer'}
      look={isBlocked ? 'primary' : 'danger'}
      onClose={onClose}
    >
      {isBlocked ? (
        <p>It can create runs again at once, within its budgets.</p>
      ) : (
        <ul className="consequences">
          <li>
            New runs that name it are refused with <code>customer_blocked</code>, at once and with
            every key.
          </li>
          <li>Runs in progress finish and are charged.</li>
          <li>You can unblock it at any time.</li>
        </ul>
      )}
    </Confirmation>
  );
}
