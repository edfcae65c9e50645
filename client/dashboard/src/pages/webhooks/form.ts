/** The state of the form of an endpoint, and the request that the form sends. */
import type { CreateWebhookEndpoint, WebhookEndpoint } from '../../api/index.ts';

export interface EndpointForm {
  url: string;
  description: string;
  eventTypes: string[];
}

export const FIELDS = ['url', 'description', 'eventTypes'] as const;

type EventType = CreateWebhookEndpoint['eventTypes'][number];

export const EVENTS = [
  { value: 'run.completed', label: 'run.completed', about: 'A run completed.' },
  { value: 'run.failed', label: 'run.failed', about: 'A run failed.' },
  {
    value: 'run.needs_reconciliation',
    label: 'run.needs_reconciliation',
    about: 'A run’s outcome isn’t known yet. One of the two above follows.',
  },
  {
    value: 'credit.low',
    label: 'credit.low',
    about: 'The wallet dropped below the low balance alert.',
  },
  {
    value: 'key.limit_near',
    label: 'key.limit_near',
    about: 'A key has spent most of its limit, as set on the Alerts page.',
  },
  {
    value: 'runs.failure_rate_high',
    label: 'runs.failure_rate_high',
    about: 'More runs fail than the Alerts page allows.',
  },
  {
    value: 'recharge.off',
    label: 'recharge.off',
    about: 'The card for auto-recharge was declined three times in a row.',
  },
  {
    value: 'budget.reached',
    label: 'budget.reached',
    about: 'A budget of a customer has refused a run, the first time in its period.',
  },
  {
    value: 'customer.blocked',
    label: 'customer.blocked',
    about: 'A customer was blocked.',
  },
] as const satisfies { value: EventType; label: string; about: string }[];

export const EMPTY_FORM: EndpointForm = {
  url: '',
  description: '',
  eventTypes: ['run.completed', 'run.failed'],
};

export function formOf({ url, description, eventTypes }: WebhookEndpoint): EndpointForm {
  return { url, description, eventTypes };
}

/** Undefined if something is missing. */
export function requestOf(form: EndpointForm): Required<CreateWebhookEndpoint> | undefined {
  const url = form.url.trim();
  if (url === '' || form.eventTypes.length === 0) return undefined;
  // A later version of the service may accept more than this page knows, so the service checks the rest.
  const eventTypes = form.eventTypes as EventType[];
  return { url, description: form.description.trim(), eventTypes };
}
