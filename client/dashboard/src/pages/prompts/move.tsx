/** Moves a label. Programs that use the label get another version from then on. */
import { useState } from 'react';
import { allRows, type PromptRow, useMoveLabel, usePromptVersions } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Pick, SaveDialog, useSubmission } from '../../parts/index.ts';
import { LabelField } from './label-field.tsx';

interface MoveProps {
  prompt: PromptRow;
  /** The label; empty if the user types a new one. */
  label: string;
  moves: (label: string) => boolean;
  onClose: () => void;
}

export function MoveLabel({ prompt, label: initialLabel, moves, onClose }: MoveProps) {
  const { workspaceId } = useHere();
  const { name, latestVersion, labels } = prompt;
  const [typed, setTyped] = useState(initialLabel);
  const label = typed.trim();
  // The versions when the dialog opened: the user confirms a move from there.
  const [versions] = useState(() => new Map(labels.map((each) => [each.label, each.version])));
  const from = versions.get(label);
  const [version, setVersion] = useState(String(latestVersion));
  const options = useVersionOptions(prompt, from);
  const move = useMoveLabel();
  const submission = useSubmission(async () => {
    const params = { path: { workspaceId, promptName: name } };
    const body = { label, version: Number(version), fromVersion: from ?? null };
    await move.mutateAsync({ params, body });
    announce(`Moved ${label} to version ${version}.`);
    onClose();
  });
  const isSame = from !== undefined && String(from) === version;
  return (
    <SaveDialog
      title={initialLabel === '' ? 'Add label to a version' : `Move ${initialLabel}?`}
      role={initialLabel === '' ? 'dialog' : 'alertdialog'}
      submission={submission}
      fields={['label', 'version']}
      save={from === undefined ? 'Add label' : 'Move label'}
      isReady={!isSame && label !== '' && moves(label)}
      onClose={onClose}
    >
      {initialLabel === '' && (
        <LabelField value={typed} onChange={setTyped} error={submission.error} />
      )}
      <Pick label="To version" options={options} value={version} onChange={setVersion} />
      {moves(label) ? (
        <Consequences prompt={name} label={label} from={from} version={version} />
      ) : (
        <p className="hint">{label} is protected: admins move it.</p>
      )}
    </SaveDialog>
  );
}

interface ConsequencesProps {
  prompt: string;
  label: string;
  from: number | undefined;
  version: string;
}

function Consequences({ prompt, label, from, version }: ConsequencesProps) {
  if (label === '') return null;
  if (String(from) === version) {
    return (
      <p className="hint">
        {label} is on version {version} already.
      </p>
    );
  }
  return (
    <ul className="consequences">
      <li>
        Programs that ask for <code>{label}</code> of <code>{prompt}</code> get version {version} at
        once{from !== undefined && `, and no longer version ${from}`}.
      </li>
      <li>Existing runs and prompts that reference this one don’t change.</li>
      <li>This is recorded in the audit trail.</li>
    </ul>
  );
}

/** Returns the versions that the page has read, and always the newest one. */
function useVersionOptions({ name, latestVersion }: PromptRow, from: number | undefined) {
  const { workspaceId } = useHere();
  const rows = allRows(usePromptVersions(workspaceId, name).data) ?? [
    { version: latestVersion, comment: undefined },
  ];
  return rows.map(({ version, comment }) => ({
    value: String(version),
    label: version === from ? `${version}, where it is` : String(version),
    ...(comment !== undefined && { about: comment }),
  }));
}
