/** Saves an export. */
import { useState } from 'react';
import { type CreateSavedExport, faultsByField, useSaveExport } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Field, Pick, SaveDialog, useSubmission } from '../../parts/index.ts';
import { ExportFields, useExportFields } from './fields.tsx';
import { PERIODS } from './words.ts';

const FIELDS = ['name', 'endUserId'] as const;

export function SaveExport({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useHere();
  const save = useSaveExport();
  const [text, setText] = useState('');
  const [period, setPeriod] = useState<CreateSavedExport['period']>('previous_month');
  const { header, body, ...fields } = useExportFields();
  const name = text.trim();
  const submission = useSubmission(async () => {
    const params = { path: { workspaceId }, header };
    await save.mutateAsync({ params, body: { ...body, name, period } });
    announce(`Saved “${name}”.`);
    onClose();
  });
  const faults = faultsByField(submission.error, FIELDS);
  return (
    <SaveDialog
      title="Save an export"
      submission={submission}
      fields={FIELDS}
      save="Save export"
      isReady={name !== ''}
      onClose={onClose}
    >
      <Field
        label="Name"
        value={text}
        onChange={setText}
        fault={faults.name}
        hint="Such as “Charges for the books”."
        autoComplete="off"
        isRequired
        autoFocus
      />
      <ExportFields {...fields} fault={faults.endUserId}>
        <Pick label="Period" options={PERIODS} value={period} onChange={setPeriod} />
      </ExportFields>
      <p className="hint">
        Days and months are those of the workspace’s time zone, when the file is downloaded.
      </p>
    </SaveDialog>
  );
}
