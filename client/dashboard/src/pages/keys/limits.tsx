/** Shows and changes how much a key may spend and which models it may name. */
import { useState } from 'react';
import { type ApiKey, faultsByField, useUpdateKey } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Ago,
  announce,
  Field,
  Meter,
  Money,
  MoneyField,
  SaveDialog,
  useSubmission,
  useUnit,
} from '../../parts/index.ts';
import { LIMIT_FIELDS, type LimitsForm, limitsFormOf, readLimits } from './limits-form.ts';
import './limits.css';

type SpendingLimit = ApiKey['spendingLimits'][number];

/** How much of each limit is used in the current period. */
export function LimitBars({ apiKey }: { apiKey: ApiKey }) {
  return apiKey.spendingLimits.map((limit) => (
    <span key={limit.period} className="row-note limit-bar">
      <LimitMeter limit={limit} />
      <span>
        <Money amount={usedOf(limit)} /> of <Money amount={limit.limitAmount} look="exact" />{' '}
        {limit.period === 'day' ? 'today' : `this ${limit.period}`}
      </span>
    </span>
  ));
}

export function LimitMeter({ limit }: { limit: SpendingLimit }) {
  const { period, limitAmount } = limit;
  return <Meter used={usedOf(limit)} of={limitAmount} label={`${nameOf(period)}, used`} />;
}

/** Runs in progress count with what they hold. */
export function usedOf({ spentAmount, heldAmount }: SpendingLimit): number {
  return spentAmount + heldAmount;
}

export function nameOf(period: SpendingLimit['period']): string {
  return period === 'day' ? 'Daily limit' : 'Monthly limit';
}

interface LimitFieldsProps {
  form: LimitsForm;
  onChange: (part: Partial<LimitsForm>) => void;
  /** The faults by the name of the field. */
  faults: Record<string, string>;
}

export function LimitFields({ form, onChange, faults }: LimitFieldsProps) {
  const unit = useUnit();
  return (
    <>
      <MoneyField
        label="Daily limit"
        unit={unit}
        value={form.dayLimit}
        onChange={(dayLimit) => onChange({ dayLimit })}
        fault={faults.dayLimitAmount}
        hint="Resets at midnight UTC. Leave empty for no limit."
        placeholder=""
        isOptional
      />
      <MoneyField
        label="Monthly limit"
        unit={unit}
        value={form.monthLimit}
        onChange={(monthLimit) => onChange({ monthLimit })}
        fault={faults.monthLimitAmount}
        hint="Resets on the first of the month, UTC. Leave empty for no limit."
        placeholder=""
        isOptional
      />
      <Field
        label="Allowed models"
        value={form.models}
        onChange={(models) => onChange({ models })}
        fault={faults.models}
        hint="Model IDs or prefixes like openai/*, separated by commas. Leave empty for all models."
        autoComplete="off"
        isOptional
      />
    </>
  );
}

export function LimitKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { workspaceId } = useHere();
  const unit = useUnit();
  const update = useUpdateKey();
  const [form, setForm] = useState(() => limitsFormOf(apiKey, unit));
  const wanted = readLimits(form, unit);
  const submission = useSubmission(async () => {
    if (!wanted) return;
    await update.mutateAsync({
      params: { path: { workspaceId, keyId: apiKey.id } },
      body: wanted,
    });
    announce(`Saved the limits of ${apiKey.name}.`);
    onClose();
  });
  return (
    <SaveDialog
      title={`Limits of “${apiKey.name}”`}
      submission={submission}
      fields={LIMIT_FIELDS}
      save="Save limits"
      isReady={wanted !== undefined}
      onClose={onClose}
    >
      <p className="muted">
        Spending limits reset every day or month. Runs in progress count with the amount on hold,
        and past spend in the period counts too.
      </p>
      <Used apiKey={apiKey} />
      <LimitFields
        form={form}
        onChange={(part) => setForm((last) => ({ ...last, ...part }))}
        faults={faultsByField(submission.error, LIMIT_FIELDS)}
      />
    </SaveDialog>
  );
}

function Used({ apiKey: { spendingLimits } }: { apiKey: ApiKey }) {
  if (spendingLimits.length === 0) return null;
  return (
    <ul className="consequences">
      {spendingLimits.map((limit) => (
        <li key={limit.period}>
          This {limit.period}: <Money amount={limit.spentAmount} look="exact" /> spent,{' '}
          <Money amount={limit.heldAmount} look="exact" /> held,{' '}
          <Money amount={limit.availableAmount} look="exact" /> left. Resets{' '}
          <Ago at={limit.resetsAt} />.
        </li>
      ))}
    </ul>
  );
}
