/** Who did what in the workspace, and when. */
import { useState } from 'react';
import { allRows, auditFile, useAuditEvents } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, DownloadLink, Empty, Listing, Page, Table } from '../../parts/index.ts';
import { EventRow } from './event.tsx';
import { AuditFilterBar, useAuditFilters } from './filters.tsx';
import './audit.css';

export function AuditPage({ title }: { title: string }) {
  const { workspaceId } = useHere();
  const { view, filters, change, clear } = useAuditFilters();
  const [limit] = useState(rowsAtOnce);
  const events = useAuditEvents(workspaceId, filters, limit);
  const isNarrowed = Object.keys(filters).some((name) => name !== 'by');
  return (
    <Page
      title={title}
      about="Who changed what, and who signed in. “System” is the service and its command line."
      actions={
        <DownloadLink href={auditFile(workspaceId, filters)} what="all of these events">
          CSV
        </DownloadLink>
      }
    >
      <AuditFilterBar {...{ view, change, clear }} />
      <Listing
        list={events}
        rows={allRows(events.data)}
        what="the audit trail"
        bones={8}
        empty={
          <Empty icon="audit" title={isNarrowed ? 'No matching events' : 'No events yet'}>
            {isNarrowed
              ? 'Try another event, person, or date range.'
              : 'New keys, credit, invitations, and sign-ins show up here.'}
          </Empty>
        }
      >
        {(rows) => (
          <Card isFlush>
            <Table label="Events">
              <thead>
                <tr>
                  <th scope="col">Event</th>
                  <th scope="col">Who</th>
                  <th scope="col">When</th>
                  <th scope="col">Details</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((event) => (
                  <EventRow key={event.id} event={event} />
                ))}
              </tbody>
            </Table>
          </Card>
        )}
      </Listing>
    </Page>
  );
}

/** On a phone, fewer: a row is a card there. */
function rowsAtOnce(): number {
  return window.matchMedia('(width < 36rem)').matches ? 20 : 50;
}
