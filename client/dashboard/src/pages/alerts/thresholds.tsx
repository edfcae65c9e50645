/** Thresholds for keys and for failures, and who gets an email. */
import { useState } from 'react';
import { type AlertSettings, faultsByField, useUpdateAlertSettings } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Card,
  Field,
  Form,
  Radios,
  SaveButton,
  useSubmission,
} from '../../parts/index.ts';

interface ThresholdsProps {
  settings: AlertSettings;
  isEditable: boolean;
}

const FIELDS = [
  'keyLimitPercent',
  'failureRatePercent',
  'failureWindowMinutes',
  'failureMinRuns',
  'mailTo',
] as const;
const READERS = [
  { value: 'owners', label: 'Owners' },
  { value: 'admins', label: 'Owners and admins' },
  { value: 'nobody', label: 'Nobody' },
] as const;
type Reader = (typeof READERS)[number]['value'];

export function Thresholds({ settings, isEditable }: ThresholdsProps) {
  const { workspaceId } = useHere();
  const update = useUpdateAlertSettings(workspaceId);
  const [texts, setTexts] = useState(() => textsOf(settings));
  const [mailTo, setMailTo] = useState<Reader>(readerOf(settings.mailTo));
  const submission = useSubmission(async () => {
    await update.mutateAsync({
      params: { path: { workspaceId } },
      body: {
        keyLimitPercent: numberOf(texts.keyLimitPercent),
        failureRatePercent: numberOf(texts.failureRatePercent),
        failureWindowMinutes: numberOf(texts.failureWindowMinutes) ?? 15,
        failureMinRuns: numberOf(texts.failureMinRuns) ?? 20,
        mailTo,
      },
    });
    announce('Alert settings saved.');
  });
  const faults = faultsByField(submission.error, FIELDS);
  const isUsable = Object.values(texts).every((text) => /^\d{0,5}$/.test(text.trim()));
  const field = (name: keyof typeof texts, label: string, placeholder: string) => (
    <Field
      label={label}
      value={texts[name]}
      onChange={(text) => setTexts({ ...texts, [name]: text })}
      placeholder={placeholder}
      fault={faults[name]}
      isDisabled={!isEditable}
      autoComplete="off"
    />
  );
  return (
    <Card
      title="Keys and failures"
      about="Canceled runs don’t count as failures. A failure alert clears when the rate drops below 80% of its limit."
    >
      <Form submission={submission} fields={FIELDS}>
        <div className="inline-form of-numbers">
          {field('keyLimitPercent', 'Key limit used (%)', 'Off')}
          {field('failureRatePercent', 'Failure rate (%)', 'Off')}
          {field('failureWindowMinutes', 'Time window (minutes)', '15')}
          {field('failureMinRuns', 'Minimum runs', '20')}
        </div>
        {settings.sendsMail ? (
          <Radios
            label="Send email to"
            options={READERS.map((reader) => ({ ...reader, isDisabled: !isEditable }))}
            value={mailTo}
            onChange={setMailTo}
          />
        ) : (
          <p className="hint">
            This deployment doesn’t send email. Alerts go to your webhook endpoints and show up on
            this page.
          </p>
        )}
        {isEditable && (
          <div>
            <SaveButton isReady={isUsable} />
          </div>
        )}
      </Form>
    </Card>
  );
}

function textsOf(settings: AlertSettings) {
  const { keyLimitPercent, failureRatePercent, failureWindowMinutes, failureMinRuns } = settings;
  return {
    keyLimitPercent: String(keyLimitPercent ?? ''),
    failureRatePercent: String(failureRatePercent ?? ''),
    failureWindowMinutes: String(failureWindowMinutes),
    failureMinRuns: String(failureMinRuns),
  };
}

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

/** Returns `owners` for recipients that this page does not know. */
function readerOf(mailTo: string): Reader {
  return READERS.find(({ value }) => value === mailTo)?.value ?? 'owners';
}
