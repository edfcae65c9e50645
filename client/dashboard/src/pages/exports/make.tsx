/** Asks for a file of a month that the service makes in the background. */
import { useState } from 'react';
import { faultsByField, useMakeExport } from '../../api/index.ts';
import { monthsBefore } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Pick, SaveDialog, useNow, useSubmission, useZone } from '../../parts/index.ts';
import { ExportFields, useExportFields } from './fields.tsx';

const FIELDS = ['endUserId'] as const;

export function MakeExport({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useHere();
  const make = useMakeExport();
  const months = monthsBefore(useNow(), useZone());
  const [month, setMonth] = useState(months[1]!.value);
  const { header, body, ...fields } = useExportFields();
  const submission = useSubmission(async () => {
    await make.mutateAsync({ params: { path: { workspaceId }, header }, body: { ...body, month } });
    announce('The file is being made.');
    onClose();
  });
  return (
    <SaveDialog
      title="Make a file"
      submission={submission}
      fields={FIELDS}
      save="Make file"
      isReady
      onClose={onClose}
    >
      <ExportFields {...fields} fault={faultsByField(submission.error, FIELDS).endUserId}>
        <Pick label="Month" options={months} value={month} onChange={setMonth} />
      </ExportFields>
      <p className="hint">
        You need not stay on this page. If this deployment sends mail, you get one when the file is
        ready. It is kept for seven days at most.
      </p>
      <p className="hint">
        The file counts into the stored files of the workspace, and costs what stored files cost if
        your operator charges for storage.
      </p>
    </SaveDialog>
  );
}
