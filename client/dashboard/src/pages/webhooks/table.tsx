/** Lists endpoints as rows; on a phone as cards. */
import { Link } from 'wouter';
import type { WebhookEndpoint } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Ago, EndpointBadge, Table } from '../../parts/index.ts';
import { StatusNote } from './status.tsx';
import './webhooks.css';

export function EndpointTable({ endpoints }: { endpoints: WebhookEndpoint[] }) {
  return (
    <Table label="Endpoints" look="endpoints">
      <thead>
        <tr>
          <th scope="col">Endpoint</th>
          <th scope="col" className="of-events">
            Events
          </th>
          <th scope="col">State</th>
          <th scope="col">Last delivered</th>
        </tr>
      </thead>
      <tbody>
        {endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} />
        ))}
      </tbody>
    </Table>
  );
}

function EndpointRow({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { to } = useHere();
  const { id, url, description, status, createdAt, createdBy, lastDeliveredAt } = endpoint;
  return (
    <tr className={status === 'disabled' ? 'over' : undefined}>
      <th scope="row">
        <Link href={to(`webhooks/${id}`)} className="address">
          {url}
        </Link>
        <span className="row-note">
          {description !== '' && `${description} · `}
          {'made '}
          <Ago at={createdAt} />
          {createdBy && ` by ${createdBy.name}`}
        </span>
        <span className="row-note instead of-events">{endpoint.eventTypes.join(', ')}</span>
      </th>
      <td data-label="Events" className="of-events">
        <EventTypes endpoint={endpoint} />
      </td>
      <td data-label="State">
        <span>
          <EndpointBadge endpoint={endpoint} />
          <span className="row-note">
            <StatusNote endpoint={endpoint} />
          </span>
        </span>
      </td>
      <td data-label="Last delivered">
        {lastDeliveredAt === undefined ? (
          <span className="faint">never</span>
        ) : (
          <Ago at={lastDeliveredAt} />
        )}
      </td>
    </tr>
  );
}

export function EventTypes({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <span className="events">
      {endpoint.eventTypes.map((type) => (
        <code key={type} className="event">
          {type}
        </code>
      ))}
    </span>
  );
}
