/** Changes the name or the expiry of a key. */
import { useState } from 'react';
import { type ApiKey, faultsByField, useUpdateKey } from '../../api/index.ts';
import { fromLocalField, toLocalField } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Check, Field, SaveDialog, useSubmission, useZone } from '../../parts/index.ts';
import { faultOfName } from './form.ts';

const FIELDS = ['name', 'expiresAt'] as const;

export function EditKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { workspaceId } = useHere();
  const update = useUpdateKey();
  const zone = useZone();
  const [name, setName] = useState(apiKey.name);
  const [ends, setEnds] = useState(apiKey.expiresAt !== undefined);
  const [until, setUntil] = useState(toLocalField(apiKey.expiresAt ?? '', zone));
  const expiresAt = ends ? fromLocalField(until, zone) : null;
  const isSame =
    until === toLocalField(apiKey.expiresAt ?? '', zone) &&
    ends === (apiKey.expiresAt !== undefined);
  const submission = useSubmission(async () => {
    await update.mutateAsync({
      params: { path: { workspaceId, keyId: apiKey.id } },
      body: { name, ...(!isSame && expiresAt !== undefined && { expiresAt }) },
    });
    announce(`Saved ${name.trim()}.`);
    onClose();
  });
  const faults = faultsByField(submission.error, FIELDS);
  return (
    <SaveDialog
      title={`Edit “${apiKey.name}”`}
      submission={submission}
      fields={FIELDS}
      save="Save"
      isReady={name.trim() !== '' && faultOfName(name) === undefined && expiresAt !== undefined}
      onClose={onClose}
    >
      <Field
        label="Name"
        value={name}
        onChange={setName}
        fault={faultOfName(name) ?? faults.name}
        autoComplete="off"
        isRequired
        autoFocus
      />
      <Check isSelected={ends} onChange={setEnds}>
        Key expires
      </Check>
      {ends && (
        <Field
          label="Expires at"
          type="datetime-local"
          value={until}
          onChange={setUntil}
          fault={faults.expiresAt}
          hint={`In ${zone}.`}
        />
      )}
    </SaveDialog>
  );
}
