/** Everything that can be done with an endpoint: create, change and delete it, and replace its secret. */
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import {
  type CreatedWebhookEndpoint,
  faultsByField,
  useCatalog,
  useCreateEndpoint,
  useDeleteEndpoint,
  useRotateEndpoint,
  useUpdateEndpoint,
  type WebhookEndpoint,
} from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Checks,
  Confirmation,
  Field,
  Moment,
  OuterLink,
  RotationDialog,
  SaveDialog,
  SecretDialog,
  useSubmission,
} from '../../parts/index.ts';
import { EMPTY_FORM, type EndpointForm, EVENTS, FIELDS, formOf, requestOf } from './form.ts';

interface SaveProps {
  /** Absent for a new one. */
  endpoint?: WebhookEndpoint;
  onClose: () => void;
}

/** Creates an endpoint and shows its secret, or changes one. */
export function SaveEndpoint({ endpoint, onClose }: SaveProps) {
  const { workspaceId } = useHere();
  const create = useCreateEndpoint();
  const update = useUpdateEndpoint();
  const [created, setCreated] = useState<CreatedWebhookEndpoint>();
  const [form, setForm] = useState(() => (endpoint ? formOf(endpoint) : EMPTY_FORM));
  const body = requestOf(form);
  const submission = useSubmission(async () => {
    if (!body) return;
    if (!endpoint) {
      setCreated(await create.mutateAsync({ params: { path: { workspaceId } }, body }));
      announce('Endpoint created. Copy its secret now.');
      return;
    }
    const params = { path: { workspaceId, endpointId: endpoint.id } };
    await update.mutateAsync({ params, body });
    announce('Endpoint saved.');
    onClose();
  });
  if (created)
    return <EndpointSecret created={created} title="Endpoint secret" onClose={onClose} />;
  return (
    <SaveDialog
      title={endpoint ? 'Edit endpoint' : 'Create endpoint'}
      submission={submission}
      fields={FIELDS}
      save={endpoint ? 'Save' : 'Create endpoint'}
      isReady={body !== undefined}
      onClose={onClose}
    >
      <EndpointFields
        form={form}
        onChange={(part) => setForm((last) => ({ ...last, ...part }))}
        faults={faultsByField(submission.error, FIELDS)}
      />
    </SaveDialog>
  );
}

interface FieldsProps {
  form: EndpointForm;
  onChange: (part: Partial<EndpointForm>) => void;
  /** The faults by the name of the field. */
  faults: Record<string, string>;
}

function EndpointFields({ form, onChange, faults }: FieldsProps) {
  return (
    <>
      <Field
        label="Address"
        value={form.url}
        onChange={(url) => onChange({ url })}
        fault={faults.url}
        placeholder="https://example.com/hooks"
        hint="We POST messages here. It must be reachable from the public internet."
        autoComplete="off"
        isRequired
        autoFocus
      />
      <Field
        label="Description"
        value={form.description}
        onChange={(description) => onChange({ description })}
        fault={faults.description}
        hint="What receives the messages, like “Invoices, production”."
        autoComplete="off"
        isOptional
      />
      <Checks
        label="Events"
        options={optionsFor(form.eventTypes)}
        value={form.eventTypes}
        onChange={(eventTypes) => onChange({ eventTypes })}
        fault={faults.eventTypes}
      />
    </>
  );
}

/** Returns the options, with the chosen event types that this page does not know. */
function optionsFor(chosen: string[]): { value: string; label: string; about?: string }[] {
  const known: string[] = EVENTS.map(({ value }) => value);
  const unknown = chosen.filter((type) => !known.includes(type));
  return [...EVENTS, ...unknown.map((type) => ({ value: type, label: type }))];
}

/** Links to the documentation of what a receiver has to do. */
export function GuideLink({ children }: { children: string }) {
  const { workspaceId } = useHere();
  const { data } = useCatalog(workspaceId);
  if (!data) return children;
  return <OuterLink href={`${data.docsUrl}#section/webhooks/receive`}>{children}</OuterLink>;
}

interface ActProps {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

/** For a period, the service signs messages with both secrets. */
export function RotateSecret({ endpoint, onClose }: ActProps) {
  const { workspaceId } = useHere();
  const rotate = useRotateEndpoint();
  const [rotated, setRotated] = useState<CreatedWebhookEndpoint>();
  if (rotated) {
    const until = rotated.endpoint.oldSecretSignsUntil;
    return (
      <EndpointSecret created={rotated} title="New endpoint secret" onClose={onClose}>
        {until !== undefined && (
          <p>
            Until <Moment at={until} />, messages are signed with the old secret as well.
          </p>
        )}
      </EndpointSecret>
    );
  }
  const params = { path: { workspaceId, endpointId: endpoint.id } };
  return (
    <RotationDialog
      title="Rotate secret"
      label="The old secret signs for"
      action="Rotate secret"
      longestDays={7}
      onRotate={async (overlapSeconds) =>
        setRotated(await rotate.mutateAsync({ params, body: { overlapSeconds } }))
      }
      onClose={onClose}
    >
      Messages are signed with both secrets for a while. Switch your receiver to the new secret
      before the old one ends.
    </RotationDialog>
  );
}

export function DeleteEndpoint({ endpoint, onClose }: ActProps) {
  const { workspaceId, to } = useHere();
  const [, navigate] = useLocation();
  const remove = useDeleteEndpoint();
  const submission = useSubmission(async () => {
    const params = { path: { workspaceId, endpointId: endpoint.id } };
    await remove.mutateAsync({ params });
    announce('Endpoint deleted.');
    onClose();
    navigate(to('webhooks'));
  });
  return (
    <Confirmation
      title="Delete endpoint?"
      submission={submission}
      verb="Delete endpoint"
      onClose={onClose}
    >
      <ul className="consequences">
        <li>
          Nothing more is sent to <code>{endpoint.url}</code>, at once.
        </li>
        <li>Pending messages and its delivery history are deleted too.</li>
        <li>
          <strong>This can’t be undone.</strong> To pause it, disable it instead.
        </li>
      </ul>
    </Confirmation>
  );
}

interface SecretProps {
  created: CreatedWebhookEndpoint;
  title: string;
  children?: ReactNode;
  onClose: () => void;
}

/** Shows the secret once. */
function EndpointSecret({ created, title, children, onClose }: SecretProps) {
  return (
    <SecretDialog
      title={title}
      secret={created.secret}
      where="Store it where your receiver reads secrets, not in source control. Anyone who has it can forge messages."
      use={
        <p className="muted">
          Every message to <code>{created.endpoint.url}</code> is signed with it.{' '}
          <GuideLink>Verify a message</GuideLink>
        </p>
      }
      onClose={onClose}
    >
      {children}
    </SecretDialog>
  );
}
