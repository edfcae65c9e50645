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
  Form,
  Loaded,
  Moment,
  Page,
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
      <Loaded query={workspace} rows={6} label="Loading the settings">
        {(data) => (
          <div className="card-grid">
            <Card title="Workspace">
              <Facts>
                <Fact name="Name">{data.name}</Fact>
                <Fact name="ID">
                  <code>{data.id}</code>
                </Fact>
                <Fact name="Time zone">{data.timeZone}</Fact>
                <Fact name="Created">
                  <Moment at={data.createdAt} />
                </Fact>
                <Fact name="Your role">{capitalized(data.role)}</Fact>
              </Facts>
            </Card>
            {isAtLeast('owner') && <Rename workspace={data} />}
            {isAtLeast('owner') && <TimeZone workspace={data} />}
            <Retention workspace={data} isEditable={isAtLeast('owner')} />
            <MemberScopes workspace={data} isEditable={isAtLeast('admin')} />
          </div>
        )}
      </Loaded>
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
