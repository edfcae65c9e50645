/** The page of one endpoint: its health, its messages, and every action on it. */
import { useState } from 'react';
import { hasCode, useEndpoint, type WebhookEndpoint } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { NotFoundPage } from '../../frame/not-found.tsx';
import {
  Ago,
  Button,
  ButtonLink,
  Card,
  Chips,
  Copyable,
  EndpointBadge,
  Fact,
  Facts,
  FormProblem,
  Loaded,
  Moment,
  Page,
} from '../../parts/index.ts';
import { DeleteEndpoint, GuideLink, RotateSecret, SaveEndpoint } from './acts.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointNotice, StatusNote, useSwitch } from './status.tsx';
import './webhooks.css';

export function EndpointPage({ title, id }: { title: string; id: string }) {
  const { workspaceId, to, isAtLeast } = useHere();
  const [action, setAction] = useState<Action>();
  const isPolled = action !== 'delete';
  const endpoint = useEndpoint(workspaceId, id, isPolled);
  if (hasCode(endpoint.error, 'not_found')) return <NotFoundPage />;
  const { data } = endpoint;
  return (
    <Page
      title={title}
      of={data && (data.description || data.url)}
      about={data && <Copyable text={data.url} what="the address" />}
      actions={
        <>
          <ButtonLink href={to('webhooks')} icon="left" small>
            All endpoints
          </ButtonLink>
          {data && isAtLeast('admin') && <PageActions endpoint={data} {...{ action, setAction }} />}
        </>
      }
    >
      <Loaded query={endpoint} rows={8} label="Loading the endpoint">
        {(data) => <Body endpoint={data} isPolled={isPolled} />}
      </Loaded>
    </Page>
  );
}

type Action = 'change' | 'rotate' | 'delete';

interface PageActionsProps {
  endpoint: WebhookEndpoint;
  action: Action | undefined;
  setAction: (action: Action | undefined) => void;
}

function PageActions({ endpoint, action, setAction }: PageActionsProps) {
  const submission = useSwitch({ endpoint });
  const close = () => setAction(undefined);
  const isDisabled = endpoint.status === 'disabled';
  return (
    <>
      <Button small icon="settings" onPress={() => setAction('change')}>
        Edit
      </Button>
      <Button small icon="rotate" onPress={() => setAction('rotate')}>
        Rotate secret
      </Button>
      <Button
        small
        look={isDisabled ? 'primary' : undefined}
        icon={isDisabled ? 'check' : 'revoke'}
        isPending={submission.isPending}
        onPress={submission.submit}
      >
        {isDisabled ? 'Enable' : 'Disable'}
      </Button>
      <Button small icon="close" onPress={() => setAction('delete')}>
        Delete
      </Button>
      <FormProblem error={submission.error} />
      {action === 'change' && <SaveEndpoint endpoint={endpoint} onClose={close} />}
      {action === 'rotate' && <RotateSecret endpoint={endpoint} onClose={close} />}
      {action === 'delete' && <DeleteEndpoint endpoint={endpoint} onClose={close} />}
    </>
  );
}

function Body({ endpoint, isPolled }: { endpoint: WebhookEndpoint; isPolled: boolean }) {
  return (
    <>
      <EndpointNotice endpoint={endpoint} isItsPage />
      <div className="columns endpoint-columns">
        <div className="stack">
          <Deliveries endpoint={endpoint} isPolled={isPolled} />
        </div>
        <div className="stack">
          <Card title="Details">
            <About endpoint={endpoint} />
          </Card>
          <Card title="Receive messages">
            <p className="muted">
              Verify each message’s signature, answer with any 2xx within 15 seconds, then read the
              run by its ID for details. <GuideLink>See the guide for code</GuideLink>
            </p>
          </Card>
        </div>
      </div>
    </>
  );
}

function About({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { description, createdBy, lastDeliveredAt, oldSecretSignsUntil } = endpoint;
  return (
    <Facts>
      <Fact name="State">
        <EndpointBadge endpoint={endpoint} />
        <span className="row-note">
          <StatusNote endpoint={endpoint} />
        </span>
      </Fact>
      {description !== '' && <Fact name="Description">{description}</Fact>}
      <Fact name="Events">
        <Chips texts={endpoint.eventTypes} />
      </Fact>
      <Fact name="Last delivered">
        {lastDeliveredAt === undefined ? (
          <span className="faint">never</span>
        ) : (
          <Ago at={lastDeliveredAt} />
        )}
      </Fact>
      {oldSecretSignsUntil !== undefined && (
        <Fact name="Old secret signs until">
          <Moment at={oldSecretSignsUntil} />
        </Fact>
      )}
      <Fact name="Created">
        <Moment at={endpoint.createdAt} />
        {createdBy && <span className="row-note">by {createdBy.name}</span>}
      </Fact>
      <Fact name="ID">
        <code>{endpoint.id}</code>
      </Fact>
    </Facts>
  );
}
