/** Protected labels, which no key and no member can move in any prompt of the workspace. */
import { useState } from 'react';
import { useProtectedLabels, useProtectLabel, useUnprotectLabel } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Button,
  Card,
  Confirmation,
  Failure,
  SaveDialog,
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
      about="Only admins and the operator can move these. Keys and members can’t."
      actions={
        isAtLeast('admin') && (
          <Button small icon="plus" onPress={() => setAdding(true)}>
            Protect label
          </Button>
        )
      }
    >
      {labels.length === 0 ? (
        <p className="muted">No protected labels.</p>
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
  /** The label; empty if the user types a new one. */
  label: string;
  onClose: () => void;
}

export function ProtectLabel({ label: initialLabel, onClose }: ProtectProps) {
  const { workspaceId } = useHere();
  const [typed, setTyped] = useState(initialLabel);
  const label = typed.trim();
  const protect = useProtectLabel();
  const submission = useSubmission(async () => {
    await protect.mutateAsync({ params: { path: { workspaceId } }, body: { label } });
    announce(`Protected ${label}.`);
    onClose();
  });
  return (
    <SaveDialog
      title={initialLabel === '' ? 'Protect label' : `Protect ${initialLabel}?`}
      submission={submission}
      fields={['label']}
      save="Protect label"
      isReady={label !== ''}
      onClose={onClose}
    >
      {initialLabel === '' && (
        <LabelField value={typed} onChange={setTyped} error={submission.error} />
      )}
      <ul className="consequences">
        <li>Applies to every prompt in this workspace, including new ones.</li>
        <li>
          Only admins and owners can move this label. Programs can’t move it or save a version with
          it.
        </li>
      </ul>
    </SaveDialog>
  );
}

export function UnprotectLabel({ label, onClose }: ProtectProps) {
  const { workspaceId } = useHere();
  const unprotect = useUnprotectLabel();
  const submission = useSubmission(async () => {
    await unprotect.mutateAsync({ params: { path: { workspaceId, label } } });
    announce(`Unprotected ${label}.`);
    onClose();
  });
  return (
    <Confirmation
      title={`Unprotect ${label}?`}
      submission={submission}
      verb="Unprotect label"
      onClose={onClose}
    >
      <p>
        Every key with the permission <code>prompts:run</code> can move <code>{label}</code> then,
        in every prompt of the workspace.
      </p>
    </Confirmation>
  );
}
