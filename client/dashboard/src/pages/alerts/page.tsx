/** Alerts: the thresholds of the workspace, who gets alerts, and what was raised. */
import { useAlertSettings, useWorkspace } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { ButtonLink, Failure, Page, Skeleton } from '../../parts/index.ts';
import { LowBalance } from './low-balance.tsx';
import { Raised } from './raised.tsx';
import { Thresholds } from './thresholds.tsx';

export function AlertsPage({ title }: { title: string }) {
  const { workspaceId, to, isAtLeast } = useHere();
  const workspace = useWorkspace(workspaceId);
  const settings = useAlertSettings(workspaceId);
  const isEditable = isAtLeast('admin');
  const error = workspace.error ?? settings.error;
  return (
    <Page
      title={title}
      about="Each alert is sent once when a limit is crossed. It’s sent again only after it clears."
      actions={<ButtonLink href={to('webhooks')}>Webhooks</ButtonLink>}
    >
      {workspace.data && settings.data ? (
        <>
          <LowBalance workspace={workspace.data} isEditable={isEditable} />
          <Thresholds settings={settings.data} isEditable={isEditable} />
        </>
      ) : error ? (
        <Failure
          error={error}
          onRetry={() => void Promise.all([workspace.refetch(), settings.refetch()])}
        />
      ) : (
        <Skeleton rows={6} label="Loading the alerts" />
      )}
      <Raised />
    </Page>
  );
}
