/** Alerts: the thresholds of the workspace, who gets alerts, and what was raised. */
import { useAlertSettings } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { ButtonLink, Loaded, Page } from '../../parts/index.ts';
import { LowBalance } from './low-balance.tsx';
import { Raised } from './raised.tsx';
import { Thresholds } from './thresholds.tsx';

export function AlertsPage({ title }: { title: string }) {
  const { workspaceId, to, isAtLeast } = useHere();
  const settings = useAlertSettings(workspaceId);
  const isEditable = isAtLeast('admin');
  return (
    <Page
      title={title}
      about="Each alert is sent once when a limit is crossed. It’s sent again only after it clears."
      actions={<ButtonLink href={to('webhooks')}>Webhooks</ButtonLink>}
    >
      <Loaded query={settings} rows={6} label="Loading the alerts">
        {(data) => (
          <>
            <LowBalance settings={data} isEditable={isEditable} />
            <Thresholds settings={data} isEditable={isEditable} />
          </>
        )}
      </Loaded>
      <Raised />
    </Page>
  );
}
