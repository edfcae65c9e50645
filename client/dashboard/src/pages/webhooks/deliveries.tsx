/** Lists the messages to an endpoint with their states, and sends one again. */
import { useState } from 'react';
import {
  allRows,
  type DeliveryState,
  useDeliveries,
  useResend,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../../api/index.ts';
import { plural } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { RunLink } from '../../frame/run-link.tsx';
import {
  Ago,
  announce,
  Button,
  Card,
  DeliveryBadge,
  Empty,
  FormProblem,
  Listing,
  Segments,
  Table,
  useSubmission,
} from '../../parts/index.ts';

interface DeliveriesProps {
  endpoint: WebhookEndpoint;
  isPolled: boolean;
}

export function Deliveries({ endpoint, isPolled }: DeliveriesProps) {
  const { workspaceId } = useHere();
  const [state, setState] = useState<DeliveryState | 'all'>('all');
  const chosen = state === 'all' ? undefined : state;
  const deliveries = useDeliveries(workspaceId, endpoint.id, isPolled, chosen);
  return (
    <Card
      title="Messages"
      isFlush
      actions={<Segments label="State" options={STATES} value={state} onChange={setState} />}
    >
      <Listing
        list={deliveries}
        rows={allRows(deliveries.data)}
        what="the messages"
        empty={
          <Empty
            icon="webhooks"
            title={state === 'all' ? 'Nothing sent yet' : 'No matching messages'}
          >
            {state === 'all'
              ? 'Messages appear here when a subscribed event happens.'
              : 'No messages to this endpoint are in this state.'}
          </Empty>
        }
      >
        {(rows) => <DeliveryTable endpoint={endpoint} deliveries={rows} />}
      </Listing>
    </Card>
  );
}

const STATES: { value: DeliveryState | 'all'; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Not delivered' },
];

interface DeliveryTableProps {
  endpoint: WebhookEndpoint;
  deliveries: WebhookDelivery[];
}

function DeliveryTable({ endpoint, deliveries }: DeliveryTableProps) {
  return (
    <Table label="Messages" look="deliveries">
      <thead>
        <tr>
          <th scope="col">Message</th>
          <th scope="col">State</th>
          <th scope="col" className="number of-attempts">
            Attempts
          </th>
          <th scope="col" className="of-last">
            Last attempt
          </th>
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} endpoint={endpoint} delivery={delivery} />
        ))}
      </tbody>
    </Table>
  );
}

interface DeliveryRowProps {
  endpoint: WebhookEndpoint;
  delivery: WebhookDelivery;
}

function DeliveryRow({ endpoint, delivery }: DeliveryRowProps) {
  const { id, type, runId, createdAt, attempts, lastAttemptAt } = delivery;
  return (
    <tr>
      <th scope="row">
        <code>{type}</code>
        {runId !== undefined && (
          <span className="row-note">
            <RunLink id={runId} isShort />
          </span>
        )}
        <span className="row-note">
          <span title={id}>msg_…{id.slice(-8)}</span> · <Ago at={createdAt} />
        </span>
      </th>
      <td data-label="State">
        <span>
          <DeliveryBadge delivery={delivery} />
          <Outcome delivery={delivery} />
        </span>
      </td>
      <td data-label="Attempts" className="number of-attempts">
        {attempts}
      </td>
      <td data-label="Last attempt" className="of-last">
        {lastAttemptAt === undefined ? (
          <span className="faint">none yet</span>
        ) : (
          <Ago at={lastAttemptAt} />
        )}
      </td>
      <td className="row-actions">
        <SendAgain endpoint={endpoint} delivery={delivery} />
      </td>
    </tr>
  );
}

/** The result of the last attempt, and the time of the next one. */
function Outcome({ delivery }: { delivery: WebhookDelivery }) {
  const { state, attempts, lastStatus, lastError, lastAttemptAt, nextAttemptAt } = delivery;
  return (
    <>
      {lastError !== undefined ? (
        <span className="row-note">{lastError}</span>
      ) : (
        lastStatus !== undefined && <span className="row-note">answered with {lastStatus}</span>
      )}
      {lastAttemptAt !== undefined && (
        <span className="row-note instead of-last">
          {plural(attempts, 'attempt')}, last <Ago at={lastAttemptAt} />
        </span>
      )}
      {state === 'pending' && nextAttemptAt !== undefined && (
        <span className="row-note">
          next attempt <Ago at={nextAttemptAt} />
        </span>
      )}
    </>
  );
}

function SendAgain({ endpoint, delivery }: DeliveryRowProps) {
  const { workspaceId } = useHere();
  const resend = useResend();
  const submission = useSubmission(async () => {
    const path = { workspaceId, endpointId: endpoint.id, messageId: delivery.id };
    await resend.mutateAsync({ params: { path } });
    announce('Sending the message again.');
  });
  if (endpoint.status === 'disabled') return null;
  return (
    <>
      <Button
        small
        look="quiet"
        icon="rotate"
        isPending={submission.isPending}
        onPress={submission.submit}
      >
        Send again
        <span className="sr-only"> the message …{delivery.id.slice(-8)}</span>
      </Button>
      <FormProblem error={submission.error} />
    </>
  );
}
