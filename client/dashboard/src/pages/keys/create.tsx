/**
 * Creates a key. The form makes the request key when it opens, so that a double click, a lost answer or an ended
 * session can't create a second key.
 */
import { useState } from 'react';
import {
  type CreatedApiKey,
  faultsByField,
  hasCode,
  randomKey,
  useCreateKey,
} from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Button,
  Dialog,
  DialogActions,
  Notice,
  SaveDialog,
  useSubmission,
  useUnit,
  useZone,
} from '../../parts/index.ts';
import { Expiry, Limits, Name, OwnCredit, Scopes } from './create-fields.tsx';
import { EMPTY_FORM, type KeyForm, requestOf } from './form.ts';
import { LIMIT_FIELDS } from './limits-form.ts';
import { Secret } from './secret.tsx';

const FIELDS = ['name', 'scopes', 'expiresAt', 'creditAmount', ...LIMIT_FIELDS] as const;

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
  const { isAtLeast } = useHere();
  const [form, setForm] = useState(EMPTY_FORM);
  const { submission, isReady, startOver } = useCreation(form, onCreated);
  if (hasCode(submission.error, 'conflict')) return <Lost onClose={onClose} onAgain={startOver} />;

  const part = {
    form,
    onChange: (changed: Partial<KeyForm>) => setForm((last) => ({ ...last, ...changed })),
    faults: faultsByField(submission.error, FIELDS),
  };
  return (
    <SaveDialog
      title="Create a key"
      isWide
      submission={submission}
      fields={FIELDS}
      save="Create key"
      isReady={isReady}
      onClose={onClose}
    >
      <div className="key-head">
        <Name {...part} />
        <Expiry {...part} />
      </div>
      <Scopes {...part} />
      <div className="key-money">
        <Limits {...part} />
        {isAtLeast('admin') && <OwnCredit {...part} />}
      </div>
    </SaveDialog>
  );
}

function useCreation(form: KeyForm, onCreated: CreateFormProps['onCreated']) {
  const { workspaceId } = useHere();
  const unit = useUnit();
  const create = useCreateKey();
  const zone = useZone();
  const [requestKey, setRequestKey] = useState(randomKey);
  const submission = useSubmission(async () => {
    const body = requestOf(form, unit, zone);
    if (!body) return;
    const made = await create.mutateAsync({
      params: { path: { workspaceId }, header: { 'Idempotency-Key': requestKey } },
      body,
    });
    announce(`Created ${made.key.name}. Copy its secret now.`);
    onCreated(made);
  });
  return {
    submission,
    isReady: requestOf(form, unit, zone) !== undefined,
    /** Begins a new form with a new request key. The key that the last form created stays. */
    startOver() {
      setRequestKey(randomKey());
      submission.reset();
    },
  };
}

/** The answer to an earlier press was lost, or this is another tab's form. */
function Lost({ onClose, onAgain }: { onClose: () => void; onAgain: () => void }) {
  return (
    <Dialog title="This key was already created" isOpen onClose={onClose} kind="form">
      <div className="dialog-body">
        <Notice tone="warn" title="Its secret didn’t reach this page" isAlert>
          An earlier attempt created the key, but its secret never reached this page, and secrets
          are shown only once. Revoke the key and create another.
        </Notice>
      </div>
      <DialogActions>
        <Button onPress={onClose}>Go to keys</Button>
        <Button look="primary" onPress={onAgain}>
          Create another
        </Button>
      </DialogActions>
    </Dialog>
  );
}
