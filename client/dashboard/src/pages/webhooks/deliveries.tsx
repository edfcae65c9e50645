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
  DataTable,
  DeliveryBadge,
  Empty,
  FormProblem,
  Listing,
  Segments,
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
        {(rows) => (
          <DataTable
            label="Messages"
            look="deliveries"
            rows={rows}
            keyOf={({ id }) => id}
            numbers={['Attempts']}
            classes={{ Attempts: 'of-attempts', 'Last attempt': 'of-last' }}
            columns={{
              Message: (delivery) => <Message delivery={delivery} />,
              State: (delivery) => (
                <span>
                  <DeliveryBadge delivery={delivery} />
                  <Outcome delivery={delivery} />
                </span>
              ),
              Attempts: ({ attempts }) => attempts,
              'Last attempt': ({ lastAttemptAt: at }) =>
                at === undefined ? <span className="faint">none yet</span> : <Ago at={at} />,
            }}
            actions={(delivery) => <SendAgain endpoint={endpoint} delivery={delivery} />}
          />
        )}
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

function Message({ delivery: { id, type, runId, createdAt } }: { delivery: WebhookDelivery }) {
  return (
    <>
      <code>{type}</code>
      {runId !== undefined && (
        <span className="row-note">
          <RunLink id={runId} isShort />
        </span>
      )}
      <span className="row-note">
        <span title={id}>msg_…{id.slice(-8)}</span> · <Ago at={createdAt} />
      </span>
    </>
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

interface SendAgainProps {
  endpoint: WebhookEndpoint;
  delivery: WebhookDelivery;
}

function SendAgain({ endpoint, delivery }: SendAgainProps) {
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
