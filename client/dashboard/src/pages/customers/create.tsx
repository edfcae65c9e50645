/** Adds a customer ahead of its first run. The form makes the request key: a double click adds one customer. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import { faultsByField, randomKey, useCreateCustomer } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Check, Field, SaveDialog, useSubmission, useUnit } from '../../parts/index.ts';
import { NO_BUDGETS, readBudgets } from './budget.ts';
import { BudgetFields } from './budget-fields.tsx';
import { LabelsField, readLabels } from './labels.tsx';

const FIELDS = ['endUserId', 'name', 'metadata'] as const;

export function CreateCustomer({ onClose }: { onClose: () => void }) {
  const { workspaceId, to } = useHere();
  const [, navigate] = useLocation();
  const unit = useUnit();
  const create = useCreateCustomer();
  const [requestKey] = useState(randomKey);
  const [typedId, setTypedId] = useState('');
  const [name, setName] = useState('');
  const [labels, setLabels] = useState('');
  const [hasBudgets, setHasBudgets] = useState(false);
  const [form, setForm] = useState(NO_BUDGETS);
  const [isPrepaid, setIsPrepaid] = useState(false);
  const endUserId = typedId.trim();
  const budgets = readBudgets(form, unit);
  const metadata = readLabels(labels);
  const isReady =
    endUserId !== '' && metadata !== undefined && (!hasBudgets || budgets !== undefined);
  const submission = useSubmission(async () => {
    if (!isReady) return;
    await create.mutateAsync({
      params: { path: { workspaceId }, header: { 'Idempotency-Key': requestKey } },
      body: {
        endUserId,
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(Object.keys(metadata).length > 0 && { metadata }),
        ...(hasBudgets && budgets && { budgets }),
        ...(isPrepaid && { hasBalance: true }),
      },
    });
    announce(`Added ${name.trim() || endUserId}.`);
    onClose();
    navigate(`${to('customers')}?${new URLSearchParams({ id: endUserId })}`);
  });
  const faults = faultsByField(submission.error, FIELDS);
  return (
    <SaveDialog
      title="Add a customer"
      submission={submission}
      fields={FIELDS}
      save="Add customer"
      isReady={isReady}
      onClose={onClose}
    >
      <p className="muted">
        A customer appears by itself with its first run. Add one ahead to give it a name or budgets
        before that.
      </p>
      <Field
        label="Customer ID"
        value={typedId}
        onChange={setTypedId}
        fault={faults.endUserId}
        hint="As your runs will name it in attribution.endUserId. It can’t be changed."
        autoComplete="off"
        isRequired
        autoFocus
      />
      <Field
        label="Name"
        value={name}
        onChange={setName}
        fault={faults.name}
        autoComplete="off"
        isOptional
      />
      <LabelsField value={labels} onChange={setLabels} fault={faults.metadata} />
      <Check isSelected={hasBudgets} onChange={setHasBudgets}>
        Give it budgets of its own
      </Check>
      {hasBudgets && <BudgetFields form={form} onChange={setForm} />}
      <Check isSelected={isPrepaid} onChange={setIsPrepaid}>
        Let it spend only what you grant it
      </Check>
    </SaveDialog>
  );
}
