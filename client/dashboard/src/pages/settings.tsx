/** The settings of the workspace, for admins. Only owners can change the name. */
import { useState } from 'react';
import {
  faultsByField,
  useCatalog,
  useUpdateWorkspace,
  useWorkspace,
  type Workspace,
} from '../api/index.ts';
import { capitalized } from '../format/index.ts';
import { useHere } from '../frame/here.tsx';
import {
  announce,
  Button,
  Card,
  Fact,
  Facts,
  Failure,
  Form,
  Moment,
  Page,
  Skeleton,
  useSubmission,
} from '../parts/index.ts';
import { managesWorkspace, offeredPermissions, scopesToSend } from '../scopes/index.ts';
import { PermissionField } from './keys/permissions.tsx';
import { Rename } from './rename.tsx';
import { Retention } from './retention.tsx';
import { TimeZone } from './time-zone.tsx';

export function SettingsPage({ title }: { title: string }) {
  const { workspaceId, isAtLeast } = useHere();
  const workspace = useWorkspace(workspaceId);
  return (
    <Page
      title={title}
      about="Name, time zone, permissions, and data retention for this workspace."
    >
      {workspace.data ? (
        <div className="card-grid">
          <Card title="Workspace">
            <Facts>
              <Fact name="Name">{workspace.data.name}</Fact>
              <Fact name="ID">
                <code>{workspace.data.id}</code>
              </Fact>
              <Fact name="Time zone">{workspace.data.timeZone}</Fact>
              <Fact name="Created">
                <Moment at={workspace.data.createdAt} />
              </Fact>
              <Fact name="Your role">{capitalized(workspace.data.role)}</Fact>
            </Facts>
          </Card>
          {isAtLeast('owner') && <Rename workspace={workspace.data} />}
          {isAtLeast('owner') && <TimeZone workspace={workspace.data} />}
          <Retention workspace={workspace.data} isEditable={isAtLeast('owner')} />
          <MemberScopes workspace={workspace.data} isEditable={isAtLeast('admin')} />
        </div>
      ) : workspace.error ? (
        <Failure error={workspace.error} onRetry={() => void workspace.refetch()} />
      ) : (
        <Skeleton rows={6} label="Loading the settings" />
      )}
    </Page>
  );
}

interface PartProps {
  workspace: Workspace;
  isEditable: boolean;
}

function MemberScopes({ workspace, isEditable }: PartProps) {
  const catalog = useCatalog(workspace.id);
  const update = useUpdateWorkspace(workspace.id);
  const [scopes, setScopes] = useState<string[]>(workspace.memberScopes);
  const saved = workspace.memberScopes;
  const groups = offeredPermissions(catalog.data, saved)
    .map((group) => ({
      ...group,
      permissions: group.permissions.filter(({ name }) => !managesWorkspace(name)),
    }))
    .filter(({ permissions }) => permissions.length > 0);
  const submission = useSubmission(async () => {
    await update.mutateAsync({
      params: { path: { workspaceId: workspace.id } },
      body: { memberScopes: scopesToSend(scopes) },
    });
    announce('Settings saved.');
  });
  const faults = faultsByField(submission.error, ['memberScopes']);
  return (
    <Card
      title="Permissions members can give keys"
      about="Choose none to stop members from creating keys. models:read also lets them create webhook endpoints. Existing keys don’t change."
    >
      <Form submission={submission} fields={['memberScopes']}>
        <PermissionField
          groups={groups}
          value={scopes}
          onChange={setScopes}
          isAllowed={() => isEditable}
          fault={faults.memberScopes}
        />
        {isEditable && (
          <div>
            <Button type="submit" isPending={submission.isPending}>
              {submission.isDone ? 'Saved' : 'Save'}
            </Button>
          </div>
        )}
      </Form>
    </Card>
  );
}
