/** The settings of the workspace, for admins. Only owners can change the name, the time zone and the retention. */
import { useState } from 'react';
import {
  faultsByField,
  useCatalog,
  useUpdateWorkspace,
  useWorkspace,
  type Workspace,
} from '../api/index.ts';
import { capitalized, formatMoment, plural } from '../format/index.ts';
import { useHere } from '../frame/here.tsx';
import {
  announce,
  Card,
  Fact,
  Facts,
  Field,
  Form,
  Loaded,
  Moment,
  Page,
  Pick,
  SaveButton,
  useNow,
  useSubmission,
} from '../parts/index.ts';
import { managesWorkspace, offeredPermissions, scopesToSend } from '../scopes/index.ts';
import { PermissionField } from './keys/permissions.tsx';

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

type Settings = Parameters<ReturnType<typeof useUpdateWorkspace>['mutateAsync']>[0]['body'];

/** The form of one member of the settings. */
function useSetting(workspace: Workspace, setting: Settings, saved: string) {
  const update = useUpdateWorkspace(workspace.id);
  const fields = Object.keys(setting);
  const submission = useSubmission(async () => {
    await update.mutateAsync({
      params: { path: { workspaceId: workspace.id } },
      body: setting,
    });
    announce(saved);
  });
  const fault = faultsByField(submission.error, fields)[fields[0]!];
  return { form: { submission, fields }, fault };
}

function MemberScopes({ workspace, isEditable }: PartProps) {
  const catalog = useCatalog(workspace.id);
  const [scopes, setScopes] = useState<string[]>(workspace.memberScopes);
  const saved = workspace.memberScopes;
  const groups = offeredPermissions(catalog.data, saved)
    .map((group) => ({
      ...group,
      permissions: group.permissions.filter(({ name }) => !managesWorkspace(name)),
    }))
    .filter(({ permissions }) => permissions.length > 0);
  const memberScopes = scopesToSend(scopes);
  const { form, fault } = useSetting(workspace, { memberScopes }, 'Settings saved.');
  return (
    <Card
      title="Permissions members can give keys"
      about="Choose none to stop members from creating keys. models:read also lets them create webhook endpoints. Existing keys don’t change."
    >
      <Form {...form}>
        <PermissionField
          groups={groups}
          value={scopes}
          onChange={setScopes}
          isAllowed={() => isEditable}
          fault={fault}
        />
        {isEditable && (
          <div>
            <SaveButton />
          </div>
        )}
      </Form>
    </Card>
  );
}

function Rename({ workspace }: { workspace: Workspace }) {
  const [name, setName] = useState(workspace.name);
  const trimmed = name.trim();
  const said = `The workspace is now ${trimmed}.`;
  const { form, fault } = useSetting(workspace, { name: trimmed }, said);
  return (
    <Card
      title="Rename workspace"
      about="Keys, links, and IDs stay the same. Command-line scripts that use the old name need the new one."
    >
      <Form {...form}>
        <div className="inline-form">
          <Field
            label="Workspace name"
            value={name}
            onChange={setName}
            fault={fault}
            autoComplete="off"
          />
          <SaveButton isReady={trimmed !== ''} isSame={trimmed === workspace.name}>
            Rename
          </SaveButton>
        </div>
      </Form>
    </Card>
  );
}

function TimeZone({ workspace }: { workspace: Workspace }) {
  const [timeZone, setTimeZone] = useState(workspace.timeZone);
  const now = new Date(useNow()).toISOString();
  const said = `Days and months are now those of ${timeZone}.`;
  const { form, fault } = useSetting(workspace, { timeZone }, said);
  return (
    <Card
      title="Time zone"
      about="Days and months of statements, charts, filters, and files. Spending limits and quotas reset by UTC. Changing it changes past months as well."
    >
      <Form {...form}>
        <div className="inline-form">
          <Pick
            label="Time zone"
            options={zonesWith(workspace.timeZone)}
            value={timeZone}
            onChange={setTimeZone}
          />
          <SaveButton isSame={timeZone === workspace.timeZone} />
        </div>
        <p className={fault === undefined ? 'hint' : 'fault'}>
          {fault ?? `It is ${formatMoment(now, timeZone)} there.`}
        </p>
      </Form>
    </Card>
  );
}

function zonesWith(saved: string): { value: string; label: string }[] {
  const zones = new Set(['UTC', saved, ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}

/** How long the workspace keeps the requests and answers of its runs. */
function Retention({ workspace, isEditable }: PartProps) {
  const { contentRetentionDays: saved, maxContentRetentionDays: most } = workspace;
  const [text, setText] = useState(saved === undefined ? '' : String(saved));
  const trimmed = text.trim();
  const isUsable = trimmed === '' || (/^\d{1,5}$/.test(trimmed) && Number(trimmed) > 0);
  const contentRetentionDays = trimmed === '' ? null : Number(trimmed);
  const isUnbounded = contentRetentionDays === null && most === undefined;
  const said = isUnbounded ? 'Saved. Content is kept forever.' : 'Settings saved.';
  const { form, fault } = useSetting(workspace, { contentRetentionDays }, said);
  return (
    <Card
      title="Data retention"
      about="Older prompts, answers, tool and job inputs and outputs, and spans from your programs are permanently deleted. Runs and charges are kept."
    >
      <Form {...form}>
        <div className="inline-form">
          <Field
            label="Delete content after (days)"
            value={text}
            onChange={setText}
            placeholder={most === undefined ? 'Keep forever' : String(most)}
            fault={fault}
            hint={
              most === undefined || fault !== undefined
                ? undefined
                : `This deployment allows up to ${plural(most, 'day')}.`
            }
            isDisabled={!isEditable}
          />
          {isEditable && <SaveButton isReady={isUsable} />}
        </div>
      </Form>
    </Card>
  );
}
