/**
 * What an admin does with a workspace: gives credit, changes limits, suspends and resumes it, each with a reason that its
 * people read. A dialog says in figures what will be. If the last code of the second factor is too old, the same dialog
 * asks for another one.
 */
import { type ReactNode, useState } from 'react';
import { faultsByField, hasCode, randomKey } from '../../api/index.ts';
import { useActs, useCreateProof, type WorkspaceDetail } from '../../api/operator.ts';
import {
  formatMoney,
  formatQuotaUse,
  parseMoney,
  plural,
  wordsOfQuota,
} from '../../format/index.ts';
import { CodeField } from '../../frame/credentials.tsx';
import {
  announce,
  Check,
  Fact,
  Facts,
  Field,
  Money,
  MoneyField,
  Notice,
  Pick,
  Radios,
  SaveDialog,
  useSubmission,
  useUnit,
} from '../../parts/index.ts';

interface ActProps {
  detail: WorkspaceDetail;
  onClose: () => void;
}

interface Send<Body> {
  params: { path: { workspaceId: string }; header: { 'Idempotency-Key': string } };
  body: Body & { reason: string };
}

interface ActFormProps<Body extends object> extends ActProps {
  title: string;
  /** What is typed besides the reason; undefined while that is incomplete. */
  body: Body | undefined;
  send: (request: Send<Body>) => Promise<unknown>;
  done: string;
  verb: string;
  look?: 'primary' | 'danger';
  fields: readonly string[];
  children: (faults: Partial<Record<string, string>>) => ReactNode;
}

function ActForm<Body extends object>(props: ActFormProps<Body>) {
  const { detail, title, body, send, done, verb, look = 'primary', onClose, children } = props;
  const prove = useCreateProof();
  const [reason, setReason] = useState('');
  /** Undefined while no code is needed. */
  const [code, setCode] = useState<string>();
  /** Of this form: sent again after a lost answer, it acts once, and with something else it is refused. */
  const [requestKey] = useState(randomKey);
  const submission = useSubmission(async () => {
    if (!body) return;
    if (code !== undefined) {
      await prove.mutateAsync({ body: { code: code.trim() } });
      setCode(undefined);
    }
    const path = { workspaceId: detail.workspace.id };
    const params = { path, header: { 'Idempotency-Key': requestKey } };
    try {
      await send({ params, body: { ...body, reason: reason.trim() } });
    } catch (error) {
      if (!hasCode(error, 'proof_needed')) throw error;
      setCode('');
      return;
    }
    announce(done);
    onClose();
  });
  const fields = [...props.fields, 'reason', 'code'];
  const faults = faultsByField(submission.error, fields);
  return (
    <SaveDialog
      {...{ title, submission, fields, look, onClose }}
      save={verb}
      isReady={
        body !== undefined && reason.trim() !== '' && reason.length <= 500 && code?.trim() !== ''
      }
    >
      {children(faults)}
      <Field
        label="Reason"
        value={reason}
        onChange={setReason}
        fault={faults.reason ?? (reason.length > 500 ? 'At most 500 characters.' : undefined)}
        hint="The workspace reads it in its audit trail, without your name."
        autoComplete="off"
        isRequired
      />
      {code !== undefined && (
        <CodeField
          value={code}
          onChange={setCode}
          fault={faults.code}
          hint="Your last code is older than 12 hours. Enter one from your authenticator app, or a recovery code."
          autoFocus
        />
      )}
    </SaveDialog>
  );
}

type Expiry = 'never' | 'day';
type Category = 'goodwill' | 'promotion' | 'welcome';

export function GiveCredit({ detail, onClose }: ActProps) {
  const { workspace, walletAmount } = detail;
  const unit = useUnit();
  const { giveCredit, giveGrant } = useActs();
  const [text, setText] = useState('');
  const [expiry, setExpiry] = useState<Expiry>('never');
  const [day, setDay] = useState('');
  const [category, setCategory] = useState<Category>('goodwill');
  const parsed = parseMoney(text, unit);
  const amount = 'amount' in parsed ? parsed.amount : 0;
  const words = formatMoney(amount, unit);
  const owed = workspace.debtAmount;
  const isGrant = expiry === 'day';
  const body = amount === 0 || (isGrant && day === '') ? undefined : { amount };
  return (
    <ActForm
      {...{ detail, onClose, body }}
      title={`Give credit to ${workspace.name}`}
      send={(request) =>
        isGrant
          ? giveGrant.mutateAsync({
              ...request,
              body: { ...request.body, category, expiresAt: `${day}T00:00:00.000Z` },
            })
          : giveCredit.mutateAsync(request)
      }
      done={`Gave ${words} to ${workspace.name}.`}
      verb={amount > 0 ? `Give ${words}` : 'Give credit'}
      fields={['amount', 'expiresAt']}
    >
      {(faults) => (
        <>
          <MoneyField
            label="Amount"
            unit={unit}
            value={text}
            onChange={setText}
            fault={faults.amount}
            isRequired
            autoFocus
          />
          <Radios<Expiry> label="Expiry" options={EXPIRIES} value={expiry} onChange={setExpiry} />
          {isGrant && (
            <>
              <Field
                label="Expires on"
                type="date"
                value={day}
                onChange={setDay}
                fault={faults.expiresAt}
                hint="At 00:00 UTC of this day, what is left is taken."
                isRequired
              />
              <Pick<Category>
                label="Shown to the workspace as"
                options={CATEGORIES}
                value={category}
                onChange={setCategory}
              />
            </>
          )}
          <Facts>
            <Fact name="Wallet now">
              <Money amount={walletAmount} />
            </Fact>
            <Fact name="Wallet then">
              <Money amount={walletAmount + amount} />
            </Fact>
          </Facts>
          {owed > 0 && !isGrant && (
            <Notice tone="warn">
              The workspace owes {formatMoney(owed, unit)} of payments that were returned: that is
              taken from this credit first.
            </Notice>
          )}
        </>
      )}
    </ActForm>
  );
}

const EXPIRIES: { value: Expiry; label: string; about: string }[] = [
  { value: 'never', label: 'Never', about: 'Stays in the wallet until it is spent.' },
  { value: 'day', label: 'On a day', about: 'Spent before other credit; the rest is taken.' },
];

const CATEGORIES: { value: Category; label: string }[] = [
  { value: 'goodwill', label: 'Goodwill' },
  { value: 'promotion', label: 'Promotion' },
  { value: 'welcome', label: 'Welcome' },
];

/** Suspends the workspace, or resumes it if it is suspended. */
export function ChangeSuspension({ detail, onClose }: ActProps) {
  const { workspace, pendingRuns, keys } = detail;
  const { name, suspension, heldAmount } = workspace;
  const { suspend, resume } = useActs();
  const isSuspended = suspension !== undefined;
  return (
    <ActForm
      {...{ detail, onClose, fields: [], body: {} }}
      title={isSuspended ? `Resume ${name}?` : `Suspend ${name}?`}
      send={(request) => (isSuspended ? resume : suspend).mutateAsync(request)}
      done={isSuspended ? `${name} creates runs again.` : `${name} is suspended.`}
      verb={isSuspended ? 'Resume' : 'Suspend'}
      look={isSuspended ? 'primary' : 'danger'}
    >
      {() => (
        <>
          <p>
            {isSuspended
              ? 'Its keys and people create runs again, and auto-recharge goes on.'
              : 'Its keys and people create no runs, and auto-recharge charges no card. Everything can still be read, and its people see the reason on every page.'}
          </p>
          <Facts>
            <Fact name={isSuspended ? 'Keys that work again' : 'Keys that create nothing'}>
              {keys.active}
            </Fact>
            {!isSuspended && (
              <Fact name="Runs that still end as usual">
                {pendingRuns === 0 ? (
                  'None'
                ) : (
                  <>
                    {plural(pendingRuns, 'run')}, holding <Money amount={heldAmount} />
                  </>
                )}
              </Fact>
            )}
          </Facts>
        </>
      )}
    </ActForm>
  );
}

export function SetQuota({
  detail,
  quota,
  onClose,
}: ActProps & { quota: WorkspaceDetail['quotas'][number] }) {
  const { setQuota } = useActs();
  const [text, setText] = useState(String(quota.limit));
  const [isDefault, setDefault] = useState(false);
  const typed = /^\d{1,16}$/.test(text.trim()) ? Number(text.trim()) : undefined;
  const limit = typed !== undefined && Number.isSafeInteger(typed) ? typed : undefined;
  const { name } = wordsOfQuota(quota.quota);
  const chosen = isDefault ? null : limit;
  return (
    <ActForm
      {...{ detail, onClose }}
      title={name}
      body={chosen === undefined ? undefined : { quota: quota.quota as 'spans', limit: chosen }}
      send={(request) => setQuota.mutateAsync(request)}
      done={`Changed the limit of ${detail.workspace.name}.`}
      verb="Change the limit"
      fields={['limit']}
    >
      {(faults) => (
        <>
          <Check isSelected={isDefault} onChange={setDefault}>
            The default of the deployment
          </Check>
          {!isDefault && (
            <Field
              label={`The most, in ${UNITS[quota.unit] ?? quota.unit}`}
              value={text}
              onChange={setText}
              fault={
                faults.limit ??
                (text.trim() === '' || limit !== undefined ? undefined : 'Enter a whole number.')
              }
              autoComplete="off"
              isRequired
              autoFocus
            />
          )}
          <Facts>
            <Fact name="Used now">{formatQuotaUse(quota)}</Fact>
            {!isDefault && limit !== undefined && (
              <Fact name="Then">{formatQuotaUse({ ...quota, limit })}</Fact>
            )}
          </Facts>
          {!isDefault && limit !== undefined && limit <= quota.used && (
            <Notice tone="warn">
              That is no more than what is used now, so more is refused from then on.
            </Notice>
          )}
        </>
      )}
    </ActForm>
  );
}

const UNITS: Record<string, string> = {
  bytes: 'bytes',
  spans: 'spans',
  cpu_millis: 'thousandths of a processor',
  mebibytes: 'mebibytes',
};
