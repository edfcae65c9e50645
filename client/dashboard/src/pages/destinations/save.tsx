/** Creates or changes a destination. */
import { useState } from 'react';
import {
  type Destination,
  faultsByField,
  useCreateDestination,
  useUpdateDestination,
} from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Button,
  Dialog,
  DialogActions,
  Form,
  type Submission,
  useSubmission,
} from '../../parts/index.ts';
import { DestinationFields } from './fields.tsx';
import { type DestinationForm, EMPTY_FORM, FIELDS, formOf, requestOf } from './form.ts';

export function CreateDestination({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useHere();
  const create = useCreateDestination();
  const [form, setForm] = useState(EMPTY_FORM);
  const body = requestOf(form);
  const submission = useSubmission(async () => {
    if (!body) return;
    await create.mutateAsync({ params: { path: { workspaceId } }, body });
    announce('Destination created.');
    onClose();
  });
  const words = { title: 'Create destination', action: 'Create destination' };
  const props = { ...words, form, setForm, submission, isDisabled: !body };
  return <FormDialog {...props} onClose={onClose} />;
}

interface ChangeProps {
  destination: Destination;
  onClose: () => void;
}

export function ChangeDestination({ destination, onClose }: ChangeProps) {
  const { workspaceId } = useHere();
  const update = useUpdateDestination();
  const [form, setForm] = useState(() => formOf(destination));
  const body = requestOf(form);
  const submission = useSubmission(async () => {
    if (!body) return;
    const params = { path: { workspaceId, destinationId: destination.id } };
    await update.mutateAsync({ params, body });
    announce('Destination saved.');
    onClose();
  });
  const props = { title: 'Edit destination', action: 'Save', form, setForm, submission };
  const { headerNames } = destination;
  return <FormDialog {...{ ...props, headerNames }} isDisabled={!body} onClose={onClose} />;
}

interface FormDialogProps {
  title: string;
  action: string;
  form: DestinationForm;
  setForm: (change: (last: DestinationForm) => DestinationForm) => void;
  submission: Submission;
  isDisabled: boolean;
  headerNames?: string[];
  onClose: () => void;
}

function FormDialog(props: FormDialogProps) {
  const { title, action, form, setForm, submission, isDisabled, headerNames, onClose } = props;
  return (
    <Dialog title={title} isOpen onClose={onClose} kind="form">
      <Form submission={submission} fields={FIELDS}>
        <div className="dialog-body">
          <DestinationFields
            form={form}
            onChange={(part) => setForm((last) => ({ ...last, ...part }))}
            faults={faultsByField(submission.error, FIELDS)}
            {...(headerNames && { headerNames })}
          />
        </div>
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            isPending={submission.isPending}
            isDisabled={isDisabled}
          >
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
