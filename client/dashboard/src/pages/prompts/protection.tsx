/** Labels that no key and no member moves, in any prompt of the workspace. */
import { useState } from 'react';
import { useProtectedLabels, useProtectLabel, useUnprotectLabel } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Button,
  Card,
  Dialog,
  DialogActions,
  Failure,
  Form,
  useSubmission,
} from '../../parts/index.ts';
import { LabelField } from './label-field.tsx';

export function ProtectedLabels() {
  const { workspaceId, isAtLeast } = useHere();
  const found = useProtectedLabels(workspaceId);
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<string>();
  if (found.error && !found.data) {
    return <Failure error={found.error} onRetry={() => void found.refetch()} />;
  }
  const labels = found.data?.labels ?? [];
  return (
    <Card
      title="Protected labels"
      about="Admins move them here, and the operator on the command line. Keys and members do not."
      actions={
        isAtLeast('admin') && (
          <Button small icon="plus" onPress={() => setAdding(true)}>
            Protect a label
          </Button>
        )
      }
    >
      {labels.length === 0 ? (
        <p className="muted">No label is protected.</p>
      ) : (
        <ul className="prompt-labels">
          {labels.map((label) => (
            <li key={label} className="prompt-label">
              {label}
              {isAtLeast('admin') && (
                <Button
                  small
                  look="quiet"
                  icon="close"
                  label={`Unprotect ${label}`}
                  onPress={() => setLeaving(label)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdding && <ProtectLabel label="" onClose={() => setAdding(false)} />}
      {leaving !== undefined && (
        <UnprotectLabel label={leaving} onClose={() => setLeaving(undefined)} />
      )}
    </Card>
  );
}

interface ProtectProps {
  /** Empty for one that is to be named. */
  label: string;
  onClose: () => void;
}

export function ProtectLabel({ label: given, onClose }: ProtectProps) {
  const { workspaceId } = useHere();
  const [typed, setTyped] = useState(given);
  const label = typed.trim();
  const protect = useProtectLabel();
  const submission = useSubmission(async () => {
    await protect.mutateAsync({ params: { path: { workspaceId } }, body: { label } });
    announce(`${label} is protected.`);
    onClose();
  });
  return (
    <Dialog
      title={given === '' ? 'Protect a label' : `Protect ${given}?`}
      isOpen
      onClose={onClose}
      kind="form"
    >
      <Form submission={submission} fields={['label']}>
        <div className="dialog-body">
          {given === '' && (
            <LabelField value={typed} onChange={setTyped} error={submission.error} />
          )}
          <ul className="consequences">
            <li>This is for every prompt of the workspace, also for those to come.</li>
            <li>
              Only admins and owners move the label. A program that moves it, or saves a version
              with it, is refused.
            </li>
          </ul>
        </div>
        <DialogActions>
          <Button onPress={onClose}>Leave it</Button>
          <Button
            type="submit"
            look="primary"
            isPending={submission.isPending}
            isDisabled={label === ''}
          >
            Protect label
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

export function UnprotectLabel({ label, onClose }: ProtectProps) {
  const { workspaceId } = useHere();
  const unprotect = useUnprotectLabel();
  const submission = useSubmission(async () => {
    await unprotect.mutateAsync({ params: { path: { workspaceId, label } } });
    announce(`${label} is not protected any more.`);
    onClose();
  });
  return (
    <Dialog title={`Unprotect ${label}?`} isOpen onClose={onClose} role="alertdialog">
      <Form submission={submission}>
        <div className="dialog-body">
          <p>
            Every key with the scope <code>prompts:run</code> can move <code>{label}</code> then, in
            every prompt of the workspace.
          </p>
        </div>
        <DialogActions>
          <Button onPress={onClose} autoFocus>
            Cancel protected
          </Button>
          <Button type="submit" look="danger" isPending={submission.isPending}>
            Unprotect label
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
