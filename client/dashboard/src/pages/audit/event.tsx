/** An event of the audit trail: what happened to what, the rest of its details in words, and the IDs last. */
import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import { type AuditEvent, useKeyNames } from '../../api/index.ts';
import { capitalized, formatMoney, formatQuotaLimit, wordsOfQuota } from '../../format/index.ts';
import { CustomerLink } from '../../frame/attribution-links.tsx';
import { useHere } from '../../frame/here.tsx';
import { RunLink } from '../../frame/run-link.tsx';
import { Ago, FoldingRow, Moment, useUnit } from '../../parts/index.ts';
import { PermissionSummary } from '../keys/permissions.tsx';
import { PromptLink } from '../prompts/link.tsx';
import { wordsOfDetail, wordsOfKind, wordsOfOption, wordsOfSwitch } from './words.ts';

export function EventRow({ event }: { event: AuditEvent }) {
  const { kind, actor, at } = event;
  const subject = useSubject(event);
  const rest = Object.entries(event.detail).filter(
    ([name]) => name !== 'byKeyId' && !subject.members.includes(name),
  );
  const facts = rest.filter(([, value]) => !isId(value));
  const ids = Object.values(event.detail).filter(isId);
  return (
    <FoldingRow what={wordsOfKind(kind)}>
      <th scope="row">
        <span className="event">
          {wordsOfKind(kind)}
          {subject.shown !== undefined && <span className="event-subject">{subject.shown}</span>}
        </span>
      </th>
      <td>{actor?.name ?? <ByItself keyId={event.detail.byKeyId} />}</td>
      <td>
        <Ago at={at} />
        <span className="row-note fold">
          <Moment at={at} />
        </span>
      </td>
      <td className="fold">
        <span className="details">
          {facts.map(([name, value]) => (
            <Fact key={name} name={name} value={value} of={event.detail} />
          ))}
        </span>
        <span className="row-note event-ids">
          {ids.map((id) => (
            <Fragment key={id}>
              <Id id={id} />{' '}
            </Fragment>
          ))}
        </span>
      </td>
    </FoldingRow>
  );
}

/** A key that acted, or else the service. */
function ByItself({ keyId }: { keyId: unknown }) {
  const { workspaceId } = useHere();
  const nameOfKey = useKeyNames(workspaceId);
  if (typeof keyId !== 'string') return <span className="faint">System</span>;
  return (
    <>
      Key <KeyLink id={keyId}>{nameOfKey(keyId)}</KeyLink>
    </>
  );
}

function KeyLink({ id, children }: { id: string; children: ReactNode }) {
  const { to } = useHere();
  return (
    <Link href={to(`keys/${id}`)} title={id}>
      {children}
    </Link>
  );
}

interface Subject {
  shown?: ReactNode;
  /** The members of the detail that it shows. */
  members: string[];
}

/** What the event is about, by its name; by its amount, if that is all that it has. */
function useSubject({ kind, subject, detail }: AuditEvent): Subject {
  const { to } = useHere();
  const unit = useUnit();
  const { keyId, endpointId, endUserId, prompt, quota, runId, amount, brand, last4 } = detail;
  if (subject !== undefined) {
    const shown =
      typeof keyId === 'string' ? (
        <KeyLink id={keyId}>{subject}</KeyLink>
      ) : typeof endpointId === 'string' ? (
        <Link href={to(`webhooks/${endpointId}`)}>{subject}</Link>
      ) : (
        subject
      );
    return { shown, members: detail.name === subject ? ['name'] : [] };
  }
  if (typeof endUserId === 'string') {
    return { shown: <CustomerLink id={endUserId} />, members: ['endUserId'] };
  }
  if (typeof prompt === 'string') {
    return { shown: <PromptLink name={prompt} />, members: ['prompt'] };
  }
  if (typeof quota === 'string') return { shown: wordsOfQuota(quota).name, members: ['quota'] };
  if (typeof brand === 'string') {
    return {
      shown: `${capitalized(brand)} ending in ${String(last4)}`,
      members: ['brand', 'last4'],
    };
  }
  const named = NAMES.find((name) => typeof detail[name] === 'string');
  if (named !== undefined && !RENAMES.includes(kind)) {
    return { shown: String(detail[named]), members: [named] };
  }
  if (typeof amount === 'number') return { shown: formatMoney(amount, unit), members: ['amount'] };
  if (typeof runId === 'string') return { shown: <RunLink id={runId} isShort />, members: [] };
  return { members: [] };
}

/** The members of a detail that name something, the best first. */
const NAMES = ['name', 'url', 'email', 'label'];
/** Their names are new values of a setting. */
const RENAMES = ['user_renamed', 'settings_changed'];

interface DetailProps {
  name: string;
  value: unknown;
  of: AuditEvent['detail'];
}

function Fact({ name, value, of }: DetailProps) {
  const said = typeof value === 'boolean' ? wordsOfSwitch(name, value) : undefined;
  if (said !== undefined) return <span>{said}</span>;
  return (
    <span>
      <span className="faint">{wordsOfDetail(name)}</span>{' '}
      <Detail name={name} value={value} of={of} />
    </span>
  );
}

function Detail({ name, value, of }: DetailProps): ReactNode {
  const unit = useUnit();
  if (typeof value === 'number') {
    if (typeof of.quota === 'string') return formatQuotaLimit(of.quota, value);
    if (MONEY.test(name)) return formatMoney(value, unit);
    return name.endsWith('Percent') ? `${value}%` : String(value);
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    const texts = value.map(String);
    if (PERMISSIONS.test(name)) return <PermissionSummary of="this event" permissions={texts} />;
    if (texts.length === 0) return 'none';
    if (name === 'kinds') return texts.map(wordsOfOption).join(', ');
    return name === 'changed' ? (
      texts.map(wordsOfDetail).join(', ')
    ) : (
      <code>{texts.join(', ')}</code>
    );
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).map(([part, each], index) => {
      const words = <span className="faint">{wordsOfDetail(part)}</span>;
      const shown = <Detail name={part} value={each} of={of} />;
      return (
        <Fragment key={part}>
          {index > 0 && ', '}
          {MONEY.test(part) ? shown : words} {MONEY.test(part) ? words : shown}
        </Fragment>
      );
    });
  }
  const text = String(value);
  if (MOMENT.test(text)) return <Moment at={text} />;
  return WRITTEN.has(name) ? text : wordsOfOption(text);
}

/** Matches the name of every amount in the details of an event. */
const MONEY = /amount$|limit$|^(?:credit|returned)$/i;
/** What the API calls a scope. */
const PERMISSIONS = /scopes$/i;
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Members that people or programs have written, so they are shown unchanged. */
const WRITTEN = new Set([
  ...['name', 'from', 'url', 'termsUrl', 'email', 'label', 'why', 'reference', 'ip'],
  ...['value', 'description', 'timeZone', 'sessionId', 'traceId', 'spanId'],
]);

const ID = /^[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}$/;

function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}

function Id({ id }: { id: string }) {
  if (/^(?:t?run|job)_/.test(id)) return <RunLink id={id} />;
  return <code>{id}</code>;
}
