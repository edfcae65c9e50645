/** Who did what in the workspace, and when. */
import { Link } from 'wouter';
import {
  type AuditEvent,
  allRows,
  auditFile,
  useAuditEvents,
  useKeyNames,
} from '../../api/index.ts';
import { formatMoney } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { RunLink } from '../../frame/run-link.tsx';
import {
  Ago,
  Card,
  DownloadLink,
  Empty,
  Listing,
  Moment,
  Page,
  Table,
  useUnit,
} from '../../parts/index.ts';
import { PermissionSummary } from '../keys/permissions.tsx';
import { PromptLink } from '../prompts/link.tsx';
import { AuditFilterBar, useAuditFilters } from './filters.tsx';
import { wordsOfKind } from './words.ts';
import './audit.css';

export function AuditPage({ title }: { title: string }) {
  const { workspaceId } = useHere();
  const { view, filters, change, clear } = useAuditFilters();
  const events = useAuditEvents(workspaceId, filters);
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

function EventRow({ event }: { event: AuditEvent }) {
  return (
    <tr>
      <th scope="row" className="nowrap">
        {wordsOfKind(event.kind)}
      </th>
      <td data-label="Who">{event.actor?.name ?? <ByItself byKeyId={event.detail.byKeyId} />}</td>
      <td data-label="When">
        <Ago at={event.at} />
        <span className="row-note">
          <Moment at={event.at} />
        </span>
      </td>
      <td data-label="Details">
        <span className="details">
          {Object.entries(event.detail)
            .filter(([name]) => name !== 'byKeyId')
            .map(([name, value]) => (
              <span key={name}>
                <span className="faint">{nameOfDetail(name)}</span>{' '}
                <Detail name={name} value={value} />
              </span>
            ))}
        </span>
      </td>
    </tr>
  );
}

/** A key that acted, or else the service. */
function ByItself({ byKeyId }: { byKeyId: unknown }) {
  if (byKeyId === undefined) return <span className="faint">System</span>;
  return (
    <>
      Key <Detail name="byKeyId" value={byKeyId} />
    </>
  );
}

function Detail({ name, value }: { name: string; value: unknown }) {
  const { workspaceId, to } = useHere();
  const unit = useUnit();
  const nameOfKey = useKeyNames(workspaceId);
  if (typeof value === 'number' && MONEY.test(name)) {
    return formatMoney(value, unit);
  }
  if (Array.isArray(value) && PERMISSIONS.test(name))
    return <PermissionSummary of="this event" permissions={value.map(String)} />;
  if (Array.isArray(value)) return <code>{value.length > 0 ? value.join(', ') : 'none'}</code>;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return <code>{JSON.stringify(value)}</code>;
  if (/^t?run_\w+$/.test(value)) return <RunLink id={value} />;
  if (/^key_\w+$/.test(value)) {
    return (
      <Link href={to(`keys/${value}`)} title={value}>
        {nameOfKey(value)}
      </Link>
    );
  }
  if (name === 'prompt') return <PromptLink name={value} />;
  return name === 'why' ? value : <code>{value}</code>;
}

/** Matches the name of every amount in the details of an event. */
const MONEY = /amount$|limit$|^(?:credit|returned)$/i;

/** What the API calls a scope. */
const PERMISSIONS = /scopes$/i;
const permissionsAs = (scopes: string) => (scopes === 'scopes' ? 'permissions' : 'Permissions');

/** `lossAmount` reads `loss`, `oldWorksUntil` reads `old works until`. */
function nameOfDetail(name: string): string {
  const short = name.replace(/(?:Id|Amount)$/, '').replace(PERMISSIONS, permissionsAs);
  return short.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
