/** The webhook endpoints of the workspace, and their health. */
import { useState } from 'react';
import { needsCare, useEndpoints, useWorkspace } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Button, ButtonLink, Card, Empty, Listing, Page } from '../../parts/index.ts';
import { SaveEndpoint } from './acts.tsx';
import { EndpointNotice } from './status.tsx';
import { EndpointTable } from './table.tsx';

export function WebhooksPage({ title }: { title: string }) {
  const { workspaceId, to, isAtLeast } = useHere();
  const [isCreating, setCreating] = useState(false);
  const endpoints = useEndpoints(workspaceId);
  const workspace = useWorkspace(workspaceId);
  const rows = endpoints.data?.data;
  const mayCreate =
    isAtLeast('admin') || (workspace.data?.memberScopes.includes('models:read') ?? true);
  const create = (
    <Button look="primary" icon="plus" isDisabled={!mayCreate} onPress={() => setCreating(true)}>
      Create endpoint
    </Button>
  );

  return (
    <Page title={title} about="Get notified when a run ends instead of polling." actions={create}>
      {!mayCreate && (
        <p className="hint">
          Members can’t create endpoints in this workspace. Ask an admin for one.
        </p>
      )}
      {rows?.filter(needsCare).map((endpoint) => (
        <EndpointNotice
          key={endpoint.id}
          endpoint={endpoint}
          actions={
            <ButtonLink small href={to(`webhooks/${endpoint.id}`)}>
              See what failed
            </ButtonLink>
          }
        />
      ))}
      <Listing
        list={endpoints}
        rows={rows}
        what="the endpoints"
        empty={
          <Empty icon="webhooks" title="No endpoints yet" actions={mayCreate && create}>
            Add your URL to get a signed message when a run completes or fails, and when the wallet
            is low.
          </Empty>
        }
      >
        {(endpointRows) => (
          <Card isFlush>
            <EndpointTable endpoints={endpointRows} />
          </Card>
        )}
      </Listing>
      {isCreating && <SaveEndpoint onClose={() => setCreating(false)} />}
    </Page>
  );
}
