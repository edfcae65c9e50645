/** Shows which version each label of a prompt is on, and who may move the label. */
import { useState } from 'react';
import { type PromptRow, useProtectedLabels, useWorkspace } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { type Action, Actions, Badge, Button, Card, DataTable } from '../../parts/index.ts';
import { PromptLink } from './link.tsx';
import { MoveLabel } from './move.tsx';
import { ProtectLabel, UnprotectLabel } from './protection.tsx';

interface LabelAction {
  action: 'move' | 'protect' | 'unprotect';
  /** Empty for a label that is not on the prompt yet. */
  label: string;
}

interface Rights {
  /** Undefined until the page has read it. */
  movesAny: boolean | undefined;
  moves: (label: string) => boolean;
}

/** Returns which labels the user may move. The service checks it again. */
function useRights(): Rights {
  const { workspaceId, isAtLeast } = useHere();
  const workspace = useWorkspace(workspaceId);
  const guarded = useProtectedLabels(workspaceId).data?.labels ?? [];
  const isAdmin = isAtLeast('admin');
  const movesAny = isAdmin || workspace.data?.memberScopes.includes('prompts:run');
  return {
    movesAny,
    moves: (label) => isAdmin || (movesAny === true && !guarded.includes(label)),
  };
}

export function Labels({ prompt }: { prompt: PromptRow }) {
  const { movesAny, moves } = useRights();
  const [requested, setRequested] = useState<LabelAction>();
  const close = () => setRequested(undefined);
  return (
    <Card
      title="Labels"
      {...(movesAny === false && {
        about: 'Members can’t move labels in this workspace. Ask an admin.',
      })}
      isFlush
      actions={
        movesAny && (
          <Button small icon="plus" onPress={() => setRequested({ action: 'move', label: '' })}>
            Add label
          </Button>
        )
      }
    >
      {prompt.labels.length === 0 ? (
        <p className="card-note muted">No labels yet.</p>
      ) : (
        <LabelTable prompt={prompt} moves={moves} onAsk={setRequested} />
      )}
      {requested?.action === 'move' && (
        <MoveLabel prompt={prompt} label={requested.label} moves={moves} onClose={close} />
      )}
      {requested?.action === 'protect' && <ProtectLabel label={requested.label} onClose={close} />}
      {requested?.action === 'unprotect' && (
        <UnprotectLabel label={requested.label} onClose={close} />
      )}
    </Card>
  );
}

interface LabelTableProps {
  prompt: PromptRow;
  moves: Rights['moves'];
  onAsk: (requested: LabelAction) => void;
}

function LabelTable({ prompt: { name, labels }, moves, onAsk }: LabelTableProps) {
  const { workspaceId, isAtLeast } = useHere();
  const guarded = useProtectedLabels(workspaceId).data?.labels ?? [];
  const actionsOn = (label: string): Action[] => [
    ...(moves(label)
      ? [{ name: 'Move', onAction: () => onAsk({ action: 'move', label }) } as const]
      : []),
    ...(isAtLeast('admin')
      ? [
          guarded.includes(label)
            ? { name: 'Unprotect', onAction: () => onAsk({ action: 'unprotect', label }) }
            : { name: 'Protect', onAction: () => onAsk({ action: 'protect', label }) },
        ]
      : []),
  ];
  return (
    <DataTable
      label="Labels"
      look="slim"
      rows={labels}
      keyOf={({ label }) => label}
      classes={{ Label: 'prompt-name' }}
      columns={{
        Label: ({ label }) => (
          <>
            {label} {guarded.includes(label) && <Badge tone="warn">Protected</Badge>}
          </>
        ),
        Version: ({ version }) => (
          <PromptLink name={name} version={version}>
            {version}
          </PromptLink>
        ),
      }}
      actions={({ label }) =>
        actionsOn(label).length > 0 && (
          <Actions label={`Actions on ${label}`} actions={actionsOn(label)} />
        )
      }
    />
  );
}
