/**
 * What a workspace had when a month began and ended, and what came and went in between: credits, and the charges of
 * runs that ended and of stored bytes. Holds and transfers move nothing in or out. All of it comes from one snapshot of the books, so it
 * adds up.
 */
import type { Queryable } from '../platform/db/pool.ts';
import { type StatementCredit, selectCredits, selectFlows } from './statement-store.ts';

export interface Statement {
  /** Available and held, in the wallet and in the credit of keys. */
  opening: number;
  credited: number;
  provider: number;
  fee: number;
  storage: number;
  closing: number;
  /** Charged runs. */
  runs: number;
  /** Newest first. */
  credits: StatementCredit[];
}

/** The most payments that a statement lists one by one. */
const MOST_CREDITS = 100;

export async function readStatement(
  tx: Queryable,
  workspace: string,
  span: { from: Date; to: Date },
): Promise<Statement> {
  const { total, later, ...flows } = await selectFlows(tx, workspace, span);
  const closing = total - later;
  const opening = closing - flows.credited + flows.provider + flows.fee + flows.storage;
  const credits = await selectCredits(tx, { workspace, ...span, limit: MOST_CREDITS });
  return { opening, ...flows, closing, credits };
}
