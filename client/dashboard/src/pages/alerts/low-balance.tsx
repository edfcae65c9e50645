/** The amount below which the service warns of a low balance. */
import { useState } from 'react';
import { type AlertSettings, faultsByField, useUpdateAlertSettings } from '../../api/index.ts';
import { parseMoney, plainMoney } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Button,
  Card,
  Form,
  MoneyField,
  useSubmission,
  useUnit,
} from '../../parts/index.ts';

interface LowBalanceProps {
  settings: AlertSettings;
  isEditable: boolean;
}

export function LowBalance({ settings, isEditable }: LowBalanceProps) {
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
