/** Alerts: the thresholds of the workspace, who gets alerts, and what was raised. */

import { useState } from 'react';
import {
  type AlertSettings,
  faultsByField,
  useAlertSettings,
  useUpdateAlertSettings,
} from '../../api/index.ts';
import { parseMoney, plainMoney } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  ButtonLink,
  Card,
  Form,
  Loaded,
  MoneyField,
  Page,
  SaveButton,
  useSubmission,
  useUnit,
} from '../../parts/index.ts';
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

interface LowBalanceProps {
  settings: AlertSettings;
  isEditable: boolean;
}

function LowBalance({ settings, isEditable }: LowBalanceProps) {
  const unit = useUnit();
  const { workspaceId } = useHere();
  const update = useUpdateAlertSettings(workspaceId);
  const saved = settings.lowBalanceAmount;
  const [text, setText] = useState(saved === undefined ? '' : plainMoney(saved, unit));
  const parsed = parseMoney(text, unit);
  const submission = useSubmission(async () => {
    const lowBalanceAmount = 'amount' in parsed ? parsed.amount : null;
    await update.mutateAsync({
      params: { path: { workspaceId } },
      body: { lowBalanceAmount },
    });
    announce(lowBalanceAmount === null ? 'Saved. The warning is off.' : 'Alert settings saved.');
  });
  const faults = faultsByField(submission.error, ['lowBalanceAmount']);
  const isUsable = text.trim() === '' || 'amount' in parsed;
  return (
    <Card
      title="Low balance alert"
      about="Also shown on every page while less than this is available."
    >
      <Form submission={submission} fields={['lowBalanceAmount']}>
        <div className="inline-form">
          <MoneyField
            label="Alert below"
            unit={unit}
            value={text}
            onChange={setText}
            placeholder="Off"
            fault={faults.lowBalanceAmount}
            isDisabled={!isEditable}
          />
          {isEditable && <SaveButton isReady={isUsable} />}
        </div>
      </Form>
    </Card>
  );
}
