/** Describes the health of an endpoint, and turns it on and off. */
import type { ReactNode } from 'react';
import { needsCare, useUpdateEndpoint, type WebhookEndpoint } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Ago, announce, Notice, useSubmission } from '../../parts/index.ts';

interface EndpointProps {
  endpoint: WebhookEndpoint;
}

interface NoticeProps extends EndpointProps {
  /** Whether the notice is on the page of the endpoint instead of the page of all endpoints. */
  isItsPage?: boolean;
  actions?: ReactNode;
}

/** A notice for an endpoint that needs attention. */
export function EndpointNotice({ endpoint, isItsPage = false, actions }: NoticeProps) {
  if (!needsCare(endpoint)) return null;
  const { url, status, disabledAt, disabledReason, failingSince } = endpoint;
  const which = isItsPage ? 'This endpoint' : 'An endpoint';
  if (status === 'disabled') {
    return (
      <Notice tone="bad" title={`${which} was disabled`} actions={actions}>
        <code>{url}</code> {WHY[disabledReason ?? ''] ?? 'is disabled'}
        {disabledAt !== undefined && (
          <>
            {' '}
            <Ago at={disabledAt} />
          </>
        )}
        . Nothing is sent until someone enables it. You can then resend messages that weren’t
        delivered.
      </Notice>
    );
  }
  return (
    <Notice tone="warn" title={`${which} is failing`} actions={actions}>
      <code>{url}</code> started failing
      {failingSince !== undefined && (
        <>
          {' '}
          <Ago at={failingSince} />
        </>
      )}
      . We’re retrying its messages with growing delays. After several days of failures, it’s
      disabled.
    </Notice>
  );
}

const WHY: Record<string, string> = {
  failing: 'kept failing and was disabled',
  gone: 'returned 410 (gone) and was disabled',
};

/** A short text about the health, below the badge. */
export function StatusNote({ endpoint }: EndpointProps) {
  const { status, disabledReason, failingSince, lastDeliveredAt } = endpoint;
  if (status === 'disabled') {
    return DISABLED[disabledReason ?? ''] ?? disabledReason;
  }
  if (failingSince !== undefined) {
    return (
      <>
        since <Ago at={failingSince} />
      </>
    );
  }
  return lastDeliveredAt === undefined ? 'nothing sent yet' : null;
}

const DISABLED: Record<string, string> = {
  by_user: 'by hand',
  failing: 'after it failed for days',
  gone: 'after it answered 410',
};

export function useSwitch({ endpoint }: EndpointProps) {
  const { workspaceId } = useHere();
  const update = useUpdateEndpoint();
  const status = endpoint.status === 'disabled' ? 'enabled' : 'disabled';
  return useSubmission(async () => {
    const params = { path: { workspaceId, endpointId: endpoint.id } };
    await update.mutateAsync({ params, body: { status } });
    announce(`The endpoint is ${status}.`);
  });
}
