/** Changes the address, the description or the events of an endpoint. The secret and the messages stay. */
import { useState } from 'react';
import { faultsByField, useUpdateEndpoint, type WebhookEndpoint } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Button, Dialog, DialogActions, Form, useSubmission } from '../../parts/index.ts';
import { EndpointFields } from './fields.tsx';
import { FIELDS, formOf, requestOf } from './form.ts';

interface ChangeProps {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

export function ChangeEndpoint({ endpoint, onClose }: ChangeProps) {
  const { workspaceId } = useHere();
  const update = useUpdateEndpoint();
  const [form, setForm] = useState(() => formOf(endpoint));
  const body = requestOf(form);
  const submission = useSubmission(async () => {
    if (!body) return;
    const params = { path: { workspaceId, endpointId: endpoint.id } };
    await update.mutateAsync({ params, body });
    announce('Endpoint saved.');
    onClose();
  });
  return (
    <Dialog title="Edit endpoint" isOpen onClose={onClose} kind="form">
      <Form submission={submission} fields={FIELDS}>
        <div className="dialog-body">
          <EndpointFields
            form={form}
            onChange={(part) => setForm((last) => ({ ...last, ...part }))}
            faults={faultsByField(submission.error, FIELDS)}
          />
        </div>
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={submission.isPending} isDisabled={!body}>
            Save
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
