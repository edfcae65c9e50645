/** The fields of an endpoint, for the forms that create and change one. */
import { useCatalog } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Checks, Field, OuterLink } from '../../parts/index.ts';
import { type EndpointForm, EVENTS } from './form.ts';

interface FieldsProps {
  form: EndpointForm;
  onChange: (part: Partial<EndpointForm>) => void;
  /** The faults by the name of the field. */
  faults: Record<string, string>;
}

export function EndpointFields({ form, onChange, faults }: FieldsProps) {
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
