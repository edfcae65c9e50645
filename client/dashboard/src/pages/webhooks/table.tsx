/** Lists endpoints as rows; on a phone as cards. */
import { Link } from 'wouter';
import type { WebhookEndpoint } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Ago, Chips, DataTable, EndpointBadge } from '../../parts/index.ts';
import { StatusNote } from './status.tsx';
import './webhooks.css';

export function EndpointTable({ endpoints }: { endpoints: WebhookEndpoint[] }) {
  const { to } = useHere();
  return (
    <DataTable
      label="Endpoints"
      look="endpoints"
      rows={endpoints}
      keyOf={({ id }) => id}
      classOf={({ status }) => (status === 'disabled' ? 'over' : undefined)}
      classes={{ Events: 'of-events' }}
      columns={{
        Endpoint: ({ id, url, description, createdAt, createdBy, eventTypes }) => (
          <>
            <Link href={to(`webhooks/${id}`)} className="address">
              {url}
            </Link>
            <span className="row-note">
              {description !== '' && `${description} · `}
              {'made '}
              <Ago at={createdAt} />
              {createdBy && ` by ${createdBy.name}`}
            </span>
            <span className="row-note instead of-events">{eventTypes.join(', ')}</span>
          </>
        ),
        Events: ({ eventTypes }) => <Chips texts={eventTypes} />,
        State: (endpoint) => (
          <span>
            <EndpointBadge endpoint={endpoint} />
            <span className="row-note">
              <StatusNote endpoint={endpoint} />
            </span>
          </span>
        ),
        'Last delivered': ({ lastDeliveredAt: at }) =>
          at === undefined ? <span className="faint">never</span> : <Ago at={at} />,
      }}
    />
  );
}
