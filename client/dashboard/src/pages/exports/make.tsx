/** Asks for a file of a month that the service makes in the background. The form makes the request key: a double click asks once. */
import { useState } from 'react';
import { type CreateMadeExport, faultsByField, useMakeExport } from '../../api/index.ts';
import { monthsBefore } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Field,
  Pick,
  Radios,
  SaveDialog,
  useNow,
  useSubmission,
  useZone,
} from '../../parts/index.ts';
import { randomKey } from '../keys/new-key.ts';
import { DATASETS, FORMATS } from './words.ts';

const FIELDS = ['endUserId'] as const;

export function MakeExport({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useHere();
  const make = useMakeExport();
  const [requestKey] = useState(randomKey);
  const months = monthsBefore(useNow(), useZone());
  const [choice, setChoice] = useState<CreateMadeExport>({
    ...{ dataset: 'charges', format: 'csv', month: months[1]!.value },
  });
  const [endUserId, setEndUserId] = useState('');
  const change = (part: Partial<CreateMadeExport>) => setChoice((last) => ({ ...last, ...part }));
  const submission = useSubmission(async () => {
    await make.mutateAsync({
      params: { path: { workspaceId }, header: { 'Idempotency-Key': requestKey } },
      body: { ...choice, ...(endUserId.trim() !== '' && { endUserId: endUserId.trim() }) },
    });
    announce('The file is being made.');
    onClose();
  });
  const faults = faultsByField(submission.error, FIELDS);
  return (
    <SaveDialog
      title="Make a file"
      submission={submission}
      fields={FIELDS}
      save="Make file"
      isReady
      onClose={onClose}
    >
      <Radios
        label="What"
        options={DATASETS}
        value={choice.dataset}
        onChange={(dataset) => change({ dataset })}
      />
      <Pick
        label="Month"
        options={months}
        value={choice.month}
        onChange={(month) => change({ month })}
      />
      <Pick
        label="Format"
        options={FORMATS}
        value={choice.format}
        onChange={(format) => change({ format })}
      />
      <Field
        label="Only this customer"
        value={endUserId}
        onChange={setEndUserId}
        fault={faults.endUserId}
        hint="Its ID, as your runs name it in attribution.endUserId."
        autoComplete="off"
        isOptional
      />
      <p className="hint">
        You need not stay on this page. If this deployment sends mail, you get one when the file is
        ready. It is kept for seven days at most.
      </p>
    </SaveDialog>
  );
}
