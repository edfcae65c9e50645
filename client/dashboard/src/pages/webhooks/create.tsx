/** Creates an endpoint, then shows its secret once. */
import { useState } from 'react';
import { type CreatedWebhookEndpoint, faultsByField, useCreateEndpoint } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { announce, Button, Dialog, DialogActions, Form, useSubmission } from '../../parts/index.ts';
import { EndpointFields } from './fields.tsx';
import { EMPTY_FORM, FIELDS, requestOf } from './form.ts';
import { EndpointSecret } from './secret.tsx';

export function CreateEndpoint({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedWebhookEndpoint>();
  if (created) {
    return <EndpointSecret created={created} title="Endpoint secret" onClose={onClose} />;
  }
  return <CreateForm onClose={onClose} onCreated={setCreated} />;
}

interface CreateFormProps {
  onClose: () => void;
  onCreated: (created: CreatedWebhookEndpoint) => void;
}

function CreateForm({ onClose, onCreated }: CreateFormProps) {
  const { workspaceId } = useHere();
  const create = useCreateEndpoint();
  const [form, setForm] = useState(EMPTY_FORM);
  const body = requestOf(form);
  const submission = useSubmission(async () => {
    if (!body) return;
    onCreated(await create.mutateAsync({ params: { path: { workspaceId } }, body }));
    announce('Endpoint created. Copy its secret now.');
  });
  return (
    <Dialog title="Create endpoint" isOpen onClose={onClose} kind="form">
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
            Create endpoint
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
