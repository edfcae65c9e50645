/** Removes spans whose retention in their workspace is over. The server does so in the background. */
import {
  allOf,
  type ClickHouse,
  joined,
  type Statement,
  statement,
} from '../platform/db/clickhouse/statement.ts';
import type { EndUserReferences } from '../traces/kept-store.ts';
import { ofWorkspace } from './conditions.ts';

const BEFORE = "started_at < fromUnixTimestamp64Milli({before:Int64}, 'UTC')";

export function removeSpansBefore(
  clickHouse: ClickHouse,
  workspace: string,
  moment: Date,
): Promise<void> {
  const old = statement(BEFORE, { before: moment.getTime() });
  return clickHouse.command(
    joined('alter table client_span delete where', allOf(ofWorkspace(workspace), old)),
  );
}

const OF_END_USER = `(end_user_id = {endUser:String} or (ifNull(end_user_id, '') = ''
  and (trace in {traces:Array(UUID)} or session_id in {sessions:Array(String)})))`;

function ofEndUser({ endUser, traces, sessions }: EndUserReferences): Statement {
  return statement(OF_END_USER, { endUser, traces, sessions });
}

export function spansOfEndUser(
  clickHouse: ClickHouse,
  workspace: string,
  references: EndUserReferences,
): Promise<Record<string, unknown>[]> {
  const condition = allOf(ofWorkspace(workspace), ofEndUser(references));
  return clickHouse.query(joined('select * from client_span final where', condition));
}

/** Resolves when every part of the table has lost them. */
export function removeSpansOfEndUser(
  clickHouse: ClickHouse,
  workspace: string,
  references: EndUserReferences,
): Promise<void> {
  const condition = allOf(ofWorkspace(workspace), ofEndUser(references));
  return clickHouse.command(
    joined('alter table client_span delete where', condition, 'settings mutations_sync = 2'),
  );
}
