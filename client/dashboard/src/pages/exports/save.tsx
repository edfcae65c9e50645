/** Saves an export. The form makes the request key: a double click saves one. */
import { useState } from 'react';
import { faultsByField, useSaveExport } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Field, Pick, Radios, SaveDialog, useSubmission } from '../../parts/index.ts';
import { randomKey } from '../keys/new-key.ts';
import { type Choice, DATASETS, FORMATS, PERIODS } from './words.ts';

const FIELDS = ['name', 'endUserId'] as const;
const USUAL: Choice = { dataset: 'charges', period: 'previous_month', format: 'csv' };

export function SaveExport({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useHere();
  const save = useSaveExport();
  const [requestKey] = useState(randomKey);
  const [name, setName] = useState('');
  const [choice, setChoice] = useState(USUAL);
  const [endUserId, setEndUserId] = useState('');
  const change = (part: Partial<Choice>) => setChoice((last) => ({ ...last, ...part }));
  const submission = useSubmission(async () => {
    await save.mutateAsync({
      params: { path: { workspaceId }, header: { 'Idempotency-Key': requestKey } },
      body: {
        ...choice,
        name: name.trim(),
        ...(endUserId.trim() !== '' && { endUserId: endUserId.trim() }),
      },
    });
    announce(`Saved “${name.trim()}”.`);
    onClose();
  });
  const faults = faultsByField(submission.error, FIELDS);
  return (
    <SaveDialog
      title="Save an export"
      submission={submission}
      fields={FIELDS}
      save="Save export"
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <Field
        label="Name"
        value={name}
        onChange={setName}
        fault={faults.name}
        hint="Such as “Charges for the books”."
        autoComplete="off"
        isRequired
        autoFocus
      />
      <Radios
        label="What"
        options={DATASETS}
        value={choice.dataset}
        onChange={(dataset) => change({ dataset })}
      />
      <Pick
        label="Period"
        options={PERIODS}
        value={choice.period}
        onChange={(period) => change({ period })}
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
        Days and months are those of the workspace’s time zone, when the file is downloaded.
      </p>
    </SaveDialog>
  );
}
