/** Creates or changes a destination. */
import { useState } from 'react';
import {
  type Destination,
  faultsByField,
  useCreateDestination,
  useUpdateDestination,
} from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, SaveDialog, useSubmission } from '../../parts/index.ts';
import { DestinationFields } from './fields.tsx';
import { EMPTY_FORM, FIELDS, formOf, requestOf } from './form.ts';

interface DestinationDialogProps {
  /** Absent for a new one. */
  destination?: Destination;
  onClose: () => void;
}

/** Creates a destination, or changes one. */
export function SaveDestination({ destination, onClose }: DestinationDialogProps) {
  const { workspaceId } = useHere();
  const create = useCreateDestination();
  const update = useUpdateDestination();
  const [form, setForm] = useState(() => (destination ? formOf(destination) : EMPTY_FORM));
  const body = requestOf(form);
  const submission = useSubmission(async () => {
    if (!body) return;
    if (destination) {
      const path = { workspaceId, destinationId: destination.id };
      await update.mutateAsync({ params: { path }, body });
    } else await create.mutateAsync({ params: { path: { workspaceId } }, body });
    announce(destination ? 'Destination saved.' : 'Destination created.');
    onClose();
  });
  return (
    <SaveDialog
      title={destination ? 'Edit destination' : 'Create destination'}
      submission={submission}
      fields={FIELDS}
      save={destination ? 'Save' : 'Create destination'}
      isReady={body !== undefined}
      onClose={onClose}
    >
      <DestinationFields
        form={form}
        onChange={(part) => setForm((last) => ({ ...last, ...part }))}
        faults={faultsByField(submission.error, FIELDS)}
        {...(destination && { headerNames: destination.headerNames })}
      />
    </SaveDialog>
  );
}
