/** Settings of the workspace, for admins; its name is for owners. */
import { useState } from 'react';
import {
  faultsByField,
  useCatalog,
  useUpdateWorkspace,
  useWorkspace,
  type Workspace,
} from '../api/index.ts';
import { parseMoney, plainMoney } from '../format/index.ts';
import { useHere } from '../frame/here.tsx';
import {
  announce,
  Button,
  Card,
  Checks,
  Fact,
  Facts,
  Failure,
  Form,
  Moment,
  MoneyField,
  Page,
  Skeleton,
  useSubmission,
  useUnit,
} from '../parts/index.ts';
import { offeredScopes, scopesToSend } from '../scopes/index.ts';
import { Rename } from './rename.tsx';
import { Retention } from './retention.tsx';

export function SettingsPage({ title }: { title: string }) {
  const { workspaceId, isAtLeast } = useHere();
  const workspace = useWorkspace(workspaceId);
  return (
    <Page title={title} about="For this workspace.">
      {workspace.data ? (
        <>
          <Card title="Workspace">
            <Facts>
              <Fact name="Name">{workspace.data.name}</Fact>
              <Fact name="Id">
                <code>{workspace.data.id}</code>
              </Fact>
              <Fact name="Made">
                <Moment at={workspace.data.createdAt} />
              </Fact>
              <Fact name="Your role">{workspace.data.role}</Fact>
            </Facts>
          </Card>
          {isAtLeast('owner') && <Rename workspace={workspace.data} />}
          <Threshold workspace={workspace.data} isEditable={isAtLeast('admin')} />
          <Retention workspace={workspace.data} isEditable={isAtLeast('owner')} />
          <MemberScopes workspace={workspace.data} isEditable={isAtLeast('admin')} />
        </>
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

function Threshold({ workspace, isEditable }: PartProps) {
  const unit = useUnit();
  const update = useUpdateWorkspace(workspace.id);
  const saved = workspace.lowBalanceAmount;
  const [text, setText] = useState(saved === undefined ? '' : plainMoney(saved, unit));
  const parsed = parseMoney(text, unit);
  const submission = useSubmission(async () => {
    const lowBalanceAmount = 'amount' in parsed ? parsed.amount : null;
    await update.mutateAsync({
      params: { path: { workspaceId: workspace.id } },
      body: { lowBalanceAmount },
    });
    announce(lowBalanceAmount === null ? 'Saved: no warning.' : 'Saved.');
  });
  const faults = faultsByField(submission.error, ['lowBalanceAmount']);
  const isUsable = text.trim() === '' || 'amount' in parsed;
  return (
    <Card
      title="Low balance alert"
      about="Shown on every page when the balance drops below this amount."
    >
      <Form submission={submission} fields={['lowBalanceAmount']}>
        <div className="inline-form">
          <MoneyField
            label="Warn below"
            unit={unit}
            value={text}
            onChange={setText}
            placeholder="no warning"
            fault={faults.lowBalanceAmount}
            isDisabled={!isEditable}
          />
          {isEditable && (
            <Button type="submit" isPending={submission.isPending} isDisabled={!isUsable}>
              {submission.isDone ? 'Saved' : 'Save'}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}

function MemberScopes({ workspace, isEditable }: PartProps) {
  const catalog = useCatalog(workspace.id);
  const update = useUpdateWorkspace(workspace.id);
  const [scopes, setScopes] = useState<string[]>(workspace.memberScopes);
  const saved = workspace.memberScopes;
  const options = offeredScopes(catalog.data, saved).map(({ name, description }) => ({
    value: name,
    label: name,
    about: description,
    isDisabled: !isEditable,
  }));
  const submission = useSubmission(async () => {
    await update.mutateAsync({
      params: { path: { workspaceId: workspace.id } },
      body: { memberScopes: scopesToSend(scopes) },
    });
    announce('Saved.');
  });
  const faults = faultsByField(submission.error, ['memberScopes']);
  return (
    <Card
      title="Permissions members can give keys"
      about="With none, members can’t create keys. With models:read, they can also create webhook endpoints. Existing keys don’t change."
    >
      <Form submission={submission} fields={['memberScopes']}>
        <Checks
          label="Categories"
          options={options}
          value={scopes}
          onChange={setScopes}
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
