/**
 * Making a key. The request key is made when the form opens, so that a double click, a lost answer or an
 * ended session can't make a second one.
 */
import { useState } from 'react';
import {
  type CreatedApiKey,
  faultsByField,
  hasCode,
  useCatalog,
  useCreateKey,
  useWallet,
  useWorkspace,
} from '../../api/index.ts';
import { fromLocalField, parseMoney } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Button,
  Check,
  Checks,
  Dialog,
  DialogActions,
  Field,
  Form,
  Money,
  MoneyField,
  Notice,
  Pick,
  useSubmission,
  useUnit,
} from '../../parts/index.ts';
import { offeredScopes, scopesToSend } from '../../scopes/index.ts';
import { randomKey } from './just-made.ts';
import { Secret } from './secret.tsx';

const FIELDS = ['name', 'scopes', 'expiresAt', 'creditAmount'] as const;

export function CreateKey({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedApiKey>();
  if (created) {
    return (
      <Secret created={created} title={`The secret of “${created.key.name}”`} onClose={onClose} />
    );
  }
  return <CreateForm onClose={onClose} onCreated={setCreated} />;
}

interface CreateFormProps {
  onClose: () => void;
  onCreated: (created: CreatedApiKey) => void;
}

function CreateForm({ onClose, onCreated }: CreateFormProps) {
  const { workspaceId, isAtLeast } = useHere();
  const unit = useUnit();
  const create = useCreateKey();
  const [requestKey, setRequestKey] = useState(randomKey);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>([]);
  const [life, setLife] = useState<Life>('never');
  const [until, setUntil] = useState('');
  const [hasCredit, setHasCredit] = useState(false);
  const [credit, setCredit] = useState('');
  const [walletFallback, setWalletFallback] = useState(false);

  const amount = parseMoney(credit, unit);
  const expiresAt = endOf(life, until);
  const submission = useSubmission(async () => {
    const body = {
      name: name.trim(),
      scopes: scopesToSend(scopes),
      ...(expiresAt !== undefined && { expiresAt }),
      ...(hasCredit && 'amount' in amount && { creditAmount: amount.amount, walletFallback }),
    };
    const made = await create.mutateAsync({
      params: { path: { workspaceId }, header: { 'Idempotency-Key': requestKey } },
      body,
    });
    announce(`The key ${made.key.name} is made. Its secret is shown now.`);
    onCreated(made);
  });
  const faults = faultsByField(submission.error, FIELDS);
  const isReady =
    name.trim() !== '' &&
    scopes.length > 0 &&
    (life !== 'date' || expiresAt !== undefined) &&
    (!hasCredit || 'amount' in amount);

  if (hasCode(submission.error, 'conflict')) {
    return (
      <Lost
        onClose={onClose}
        onAgain={() => {
          setRequestKey(randomKey());
          submission.reset();
        }}
      />
    );
  }
  return (
    <Dialog title="Create a key" isOpen onClose={onClose} kind="form">
      <Form submission={submission} fields={FIELDS}>
        <div className="dialog-body">
          <Field
            label="Name"
            value={name}
            onChange={setName}
            fault={nameFault(name) ?? faults.name}
            hint="The program and where it runs: “Invoices, production”."
            autoComplete="off"
            isRequired
            autoFocus
          />
          <Scopes value={scopes} onChange={setScopes} fault={faults.scopes} />
          <Pick label="Expires" options={LIVES} value={life} onChange={setLife} />
          {life === 'date' && (
            <Field
              label="Until"
              type="datetime-local"
              value={until}
              onChange={setUntil}
              fault={faults.expiresAt}
            />
          )}
          {isAtLeast('admin') && (
            <>
              <Check isSelected={hasCredit} onChange={setHasCredit}>
                Give it credit of its own, taken out of the wallet
              </Check>
              {hasCredit && (
                <>
                  <MoneyField
                    label="Credit"
                    unit={unit}
                    value={credit}
                    onChange={setCredit}
                    fault={faults.creditAmount}
                    hint={<Available />}
                  />
                  <Check isSelected={walletFallback} onChange={setWalletFallback}>
                    Spend the wallet where its own credit does not cover a run
                  </Check>
                </>
              )}
            </>
          )}
        </div>
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            isPending={submission.isPending}
            isDisabled={!isReady || nameFault(name) !== undefined}
          >
            Create key
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface ScopesProps {
  value: string[];
  onChange: (value: string[]) => void;
  fault: string | undefined;
}

function Scopes({ value, onChange, fault }: ScopesProps) {
  const { workspaceId, isAtLeast } = useHere();
  const catalog = useCatalog(workspaceId);
  const { data: workspace } = useWorkspace(workspaceId);
  const isAllowed = (name: string) =>
    isAtLeast('admin') || (workspace?.memberScopes.includes(name) ?? false);
  const options = offeredScopes(catalog.data, value).map(({ name, title, description }) => ({
    value: name,
    label: title,
    about: isAllowed(name) ? description : `${description ?? ''} Admins only in this workspace.`,
    isDisabled: !isAllowed(name),
  }));
  return (
    <Checks label="Categories" options={options} value={value} onChange={onChange} fault={fault} />
  );
}

function Available() {
  const { workspaceId } = useHere();
  const { data } = useWallet(workspaceId);
  return data ? (
    <>
      The wallet has <Money amount={data.availableAmount} /> available.
    </>
  ) : null;
}

/** The answer to an earlier press was lost on its way, or this is another tab's form. */
function Lost({ onClose, onAgain }: { onClose: () => void; onAgain: () => void }) {
  return (
    <Dialog title="The key was made already" isOpen onClose={onClose} kind="form">
      <div className="dialog-body">
        <Notice tone="warn" title="Its secret was lost on the way here" isAlert>
          An earlier try arrived and made the key, but its answer did not come back, and a secret is
          told once. The key is in the list and opens nothing for anybody: have it revoked, and
          create another one.
        </Notice>
      </div>
      <DialogActions>
        <Button onPress={onClose}>To the list</Button>
        <Button look="primary" onPress={onAgain}>
          Create another one
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type Life = 'never' | '7' | '30' | '90' | '365' | 'date';

const LIVES: { value: Life; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'At a moment of your choice' },
];

function endOf(life: Life, until: string): string | undefined {
  if (life === 'never') return undefined;
  if (life === 'date') return fromLocalField(until);
  return new Date(Date.now() + Number(life) * 86_400_000).toISOString();
}

function nameFault(name: string): string | undefined {
  const { length } = [...name.trim()];
  return length > 100
    ? `At most 100 characters; these are ${length.toLocaleString('en')}.`
    : undefined;
}
