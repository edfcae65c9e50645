/** The parts of the form of a new key. Each shows its fields, and reports their changes. */
import { useCatalog, useWallet, useWorkspace } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Check, Field, Money, MoneyField, Pick, Segments, useUnit } from '../../parts/index.ts';
import { offeredPermissions, type Preset, presetsOf } from '../../scopes/index.ts';
import { faultOfName, type KeyForm, type Life } from './form.ts';
import { LimitFields } from './limits.tsx';
import { PermissionField } from './permissions.tsx';

export interface FieldProps {
  form: KeyForm;
  onChange: (part: Partial<KeyForm>) => void;
  /** The faults by the name of the field. */
  faults: Record<string, string>;
}

export function Name({ form, onChange, faults }: FieldProps) {
  return (
    <Field
      label="Name"
      value={form.name}
      onChange={(name) => onChange({ name })}
      fault={faultOfName(form.name) ?? faults.name}
      hint="The program and where it runs, like “Invoices, production”."
      autoComplete="off"
      isRequired
      autoFocus
    />
  );
}

export function Scopes({ form: { scopes }, onChange, faults }: FieldProps) {
  const { workspaceId, isAtLeast } = useHere();
  const catalog = useCatalog(workspaceId);
  const { data: workspace } = useWorkspace(workspaceId);
  const isAllowed = (name: string) =>
    isAtLeast('admin') || (workspace?.memberScopes.includes(name) ?? false);
  const groups = offeredPermissions(catalog.data, scopes);
  const names = groups.flatMap(({ permissions }) => permissions.map(({ name }) => name));
  const presets = presetsOf(names.filter(isAllowed));
  const named = PRESETS.filter(({ value }) => presets[value].length > 0);
  const chosen = named.find(({ value }) => isSame(presets[value], scopes));
  return (
    <>
      <div className="presets">
        <Segments
          label="Preset"
          options={[...named, { value: 'custom', label: 'Custom' }]}
          value={chosen?.value ?? 'custom'}
          onChange={(preset) => preset !== 'custom' && onChange({ scopes: presets[preset] })}
        />
        <p className="hint">{chosen?.about ?? 'Choose what the key may do.'}</p>
      </div>
      <PermissionField
        groups={groups}
        value={scopes}
        onChange={(chosenNames) => onChange({ scopes: chosenNames })}
        isAllowed={isAllowed}
        fault={faults.scopes}
      />
      {!names.every(isAllowed) && (
        <p className="hint">Only admins can give the other permissions in this workspace.</p>
      )}
    </>
  );
}

const PRESETS: { value: Preset; label: string; about: string }[] = [
  { value: 'read', label: 'Read', about: 'Looks at everything, and changes nothing.' },
  { value: 'run', label: 'Run', about: 'Reads, and creates runs, prompts, spans and scores.' },
  {
    value: 'manage',
    label: 'Manage',
    about: 'Does everything, with keys, webhooks and customers, except pay by card.',
  },
];

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}

export function Expiry({ form: { life, until }, onChange, faults }: FieldProps) {
  return (
    <>
      <Pick
        label="Expires"
        options={LIVES}
        value={life}
        onChange={(chosen) => onChange({ life: chosen })}
      />
      {life === 'date' && (
        <Field
          label="Until"
          type="datetime-local"
          value={until}
          onChange={(moment) => onChange({ until: moment })}
          fault={faults.expiresAt}
        />
      )}
    </>
  );
}

export function OwnCredit({ form, onChange, faults }: FieldProps) {
  const unit = useUnit();
  return (
    <>
      <Check isSelected={form.hasCredit} onChange={(hasCredit) => onChange({ hasCredit })}>
        Set aside credit from the wallet for this key
      </Check>
      {form.hasCredit && (
        <>
          <MoneyField
            label="Credit"
            unit={unit}
            value={form.credit}
            onChange={(credit) => onChange({ credit })}
            fault={faults.creditAmount}
            hint={<Available />}
          />
          <Check
            isSelected={form.walletFallback}
            onChange={(walletFallback) => onChange({ walletFallback })}
          >
            Use the wallet when that credit runs out
          </Check>
        </>
      )}
    </>
  );
}

export function Limits({ form, onChange, faults }: FieldProps) {
  return (
    <>
      <Check isSelected={form.hasLimits} onChange={(hasLimits) => onChange({ hasLimits })}>
        Limit spending or models
      </Check>
      {form.hasLimits && (
        <LimitFields
          form={form.limits}
          onChange={(part) => onChange({ limits: { ...form.limits, ...part } })}
          faults={faults}
        />
      )}
    </>
  );
}

function Available() {
  const { workspaceId } = useHere();
  const { data } = useWallet(workspaceId);
  return data ? (
    <>
      The wallet has <Money amount={data.availableAmount} look="balance" /> available.
    </>
  ) : null;
}

const LIVES: { value: Life; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In one year' },
  { value: 'date', label: 'Custom date' },
];
