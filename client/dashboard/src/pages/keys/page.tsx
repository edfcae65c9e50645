/** The keys of the workspace, their usage, and every action on them. */
import { useState } from 'react';
import { type ApiKey, allRows, useKeys, useWorkspace } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Button, ButtonLink, Card, Empty, Listing, Page, Segments } from '../../parts/index.ts';
import { CreateKey } from './create.tsx';
import { KeyTable } from './table.tsx';

type Status = ApiKey['status'] | 'all';

export function KeysPage({ title }: { title: string }) {
  const { workspaceId, to, isAtLeast } = useHere();
  const [status, setStatus] = useState<Status>('all');
  const [isCreating, setCreating] = useState(false);
  const keys = useKeys(workspaceId, status === 'all' ? undefined : status);
  const workspace = useWorkspace(workspaceId);
  const mayCreate = isAtLeast('admin') || (workspace.data?.memberScopes.length ?? 1) > 0;

  return (
    <Page
      title={title}
      about="API keys for your programs. Each key can do only what its permissions allow."
      actions={
        <>
          {isAtLeast('admin') && (
            <ButtonLink href={to('audit')} icon="audit">
              Audit trail
            </ButtonLink>
          )}
          <Button
            look="primary"
            icon="plus"
            isDisabled={!mayCreate}
            onPress={() => setCreating(true)}
          >
            Create key
          </Button>
        </>
      }
    >
      {!mayCreate && (
        <p className="hint">Members of this workspace can’t create keys. Ask an admin for one.</p>
      )}
      <div className="filters">
        <Segments label="Status" options={STATUSES} value={status} onChange={setStatus} />
      </div>
      <Listing
        list={keys}
        rows={allRows(keys.data)}
        what="the keys"
        empty={<NoKeys status={status} mayCreate={mayCreate} onCreate={() => setCreating(true)} />}
      >
        {(rows) => (
          <Card isFlush>
            <KeyTable keys={rows} />
          </Card>
        )}
      </Listing>
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
    </Page>
  );
}

const STATUSES: { value: Status; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
  { value: 'revoked', label: 'Revoked' },
];

interface NoKeysProps {
  status: Status;
  mayCreate: boolean;
  onCreate: () => void;
}

function NoKeys({ status, mayCreate, onCreate }: NoKeysProps) {
  if (status !== 'all') {
    return (
      <Empty icon="keys" title={`No ${status} keys`}>
        Show keys {status} show up here.
      </Empty>
    );
  }
  return (
    <Empty
      icon="keys"
      title="No keys yet"
      actions={
        mayCreate && (
          <Button look="primary" icon="plus" onPress={onCreate}>
            Create key
          </Button>
        )
      }
    >
      Your programs need a key to create runs. Create one for each program so you can revoke them
      separately.
    </Empty>
  );
}
