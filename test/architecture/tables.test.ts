/** Who reads and who writes which table. The audit of the books reads all of them, and writes none. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, sourcesIn } from '../support/import-graph.ts';

/** For each table, the part of the server that writes it, and those that also read it. */
const TABLES: Record<string, { writes: string[]; reads?: string[] }> = {
  account: { writes: ['ledger', 'runs'], reads: ['alerts', 'keys', 'webhooks'] },
  alert: { writes: ['alerts'] },
  alert_setting: { writes: ['alerts'] },
  api_key: { writes: ['keys'], reads: ['alerts', 'ledger', 'runs'] },
  app_user: { writes: ['users'] },
  audit_event: { writes: ['audit-trail', 'observability', 'runs', 'webhooks'] },
  broadcast_destination: { writes: ['observability'], reads: ['runs'] },
  broadcast_span: { writes: ['observability', 'runs'] },
  chore: { writes: ['worker'] },
  client_span: { writes: ['observability'] },
  closed_balance: { writes: ['ledger'] },
  compute_output: { writes: ['engines'] },
  content_counted: { writes: ['quotas'] },
  content_day: { writes: ['quotas'] },
  content_key: { writes: ['db'] },
  content_purge: { writes: ['runs'], reads: ['quotas'] },
  deployment: { writes: ['deployment'], reads: ['runs'] },
  early_end: { writes: ['runs'] },
  invitation: { writes: ['users'] },
  invitation_link: { writes: ['users'] },
  key_spending: { writes: ['runs'], reads: ['alerts', 'keys'] },
  ledger_closed: { writes: ['ledger'] },
  ledger_entry: { writes: ['ledger', 'runs'], reads: ['deployment'] },
  low_balance_told: { writes: ['webhooks'] },
  mail: { writes: ['alerts', 'mail'] },
  membership: { writes: ['users'], reads: ['alerts'] },
  password_reset: { writes: ['users'] },
  playground_key: { writes: ['keys'] },
  prompt: { writes: ['prompts'] },
  prompt_label: { writes: ['prompts'] },
  prompt_version: { writes: ['prompts'] },
  protected_label: { writes: ['prompts'] },
  provider_circuit: { writes: ['runs'] },
  quota: { writes: ['quotas'] },
  rate_window: { writes: ['rates'] },
  recovery_code: { writes: ['users'] },
  refusal: { writes: ['deployment'], reads: ['runs'] },
  request_key: { writes: ['runs'] },
  run: {
    writes: ['runs'],
    reads: ['alerts', 'audit-trail', 'ledger', 'observability', 'quotas', 'workspaces'],
  },
  run_payload: { writes: ['runs'], reads: ['quotas'] },
  run_queue: { writes: ['runs'], reads: ['quotas', 'worker'] },
  saved_view: { writes: ['workspaces'] },
  schema_function: { writes: ['db'] },
  schema_migration: { writes: ['db'] },
  schema_range: { writes: [], reads: ['db'] },
  score: { writes: ['observability'] },
  second_factor: { writes: ['users'] },
  sign_in_attempt: { writes: ['users'] },
  span_day: { writes: ['observability'], reads: ['quotas'] },
  storage_charge: { writes: ['ledger'] },
  stored_bytes: { writes: ['quotas'] },
  stored_output: { writes: ['quotas'] },
  synced_model: { writes: ['providers'] },
  tool: { writes: ['tools'] },
  tool_definition: { writes: ['tools'] },
  tools_left_out: { writes: ['tools'] },
  traffic_day: { writes: ['quotas'] },
  usage_closed: { writes: ['runs'] },
  usage_hour: { writes: ['runs'] },
  usage_hour_of_end_user: { writes: ['runs'] },
  user_account: { writes: ['users'] },
  user_session: { writes: ['users'] },
  user_verification: { writes: ['users'] },
  webhook_delivery: { writes: ['alerts', 'runs', 'webhooks'] },
  webhook_endpoint: { writes: ['webhooks'], reads: ['alerts', 'runs'] },
  witness: { writes: ['deployment'] },
  witness_lane: { writes: ['deployment'] },
  worker: { writes: ['worker'], reads: ['runs'] },
  workspace: { writes: ['workspaces'], reads: ['alerts', 'quotas', 'runs', 'users', 'webhooks'] },
};

/** Tables of functions that do not concern runs. */
const PARTS: Record<string, string> = {
  'check_alerts.sql': 'alerts',
  'claim_broadcasts.sql': 'observability',
  'claim_deliveries.sql': 'webhooks',
  'give_up_broadcasts.sql': 'observability',
  'save_broadcast.sql': 'observability',
  'close_balances.sql': 'ledger',
  'count_lane.sql': 'deployment',
  'count_stored.sql': 'quotas',
  'history.sql': 'deployment',
  'keep_span_days.sql': 'observability',
  'save_delivery.sql': 'webhooks',
  'save_spans.sql': 'observability',
  'tell_of_low_balances.sql': 'webhooks',
};

const schema = readFileSync(join(ROOT, 'server/db/schema.sql'), 'utf8');
const tables = [...schema.matchAll(/^create table (\w+) \(/gm)].map((match) => match[1]!);
/** What has been applied; the migrations create these tables before anything else. */
const BOOKS = ['schema_function', 'schema_migration'];

const stores = sourcesIn('server').filter(
  (path) =>
    /store\.ts$|^server\/db\/\w+\.ts$/.test(path) && !path.startsWith('server/ledger/audit/'),
);
const functions = readdirSync(join(ROOT, 'server/db/functions'))
  .filter((name) => name.endsWith('.sql'))
  .map((name) => join('server/db/functions', name));
const statements = [
  ...stores.map((path) => ({
    part: path.split('/')[1]!,
    text: readFileSync(join(ROOT, path), 'utf8'),
  })),
  ...functions.map((path) => ({
    part: PARTS[basename(path)] ?? 'runs',
    text: readFileSync(join(ROOT, path), 'utf8'),
  })),
];

describe('a table', () => {
  it('has a part of the server that writes it', () => {
    expect(Object.keys(TABLES).sort()).toEqual([...tables, ...BOOKS].sort());
  });

  it.each(Object.entries(TABLES))(
    '%s is written and read only by the listed parts',
    (table, allowed) => {
      const uses = statements.flatMap(({ part, text }) => usesOf(table, part, text));
      const writers = uses.filter(({ writes }) => writes).map(({ part }) => part);
      const readers = uses.filter(({ writes }) => !writes).map(({ part }) => part);
      expect(unique(writers)).toEqual(allowed.writes.toSorted());
      expect(unique(readers).filter((part) => !allowed.writes.includes(part))).toEqual(
        (allowed.reads ?? []).toSorted(),
      );
    },
  );
});

function usesOf(table: string, part: string, text: string) {
  const use = new RegExp(`\\b(from|join|into|update|using|delete from) ${table}\\b(?! of )`, 'gi');
  return [...text.matchAll(use)].map((match) => ({
    part,
    writes: /into|update|delete/i.test(match[1]!),
  }));
}

function unique(parts: string[]): string[] {
  return [...new Set(parts)].sort();
}
