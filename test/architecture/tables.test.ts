/** Who reads and who writes which table. The audit of the books reads all of them, and writes none. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, sourcesIn } from '../support/sources.ts';

/** For each table, the part of the server that writes it, and those that also read it. */
const TABLES: Record<string, { writes: string[]; reads?: string[] }> = {
  account: {
    writes: ['money', 'runs'],
    reads: ['alerts', 'keys', 'operator', 'payments', 'webhooks'],
  },
  alert: { writes: ['alerts'] },
  alert_setting: { writes: ['alerts'] },
  api_key: { writes: ['keys'], reads: ['alerts', 'money', 'operator', 'runs'] },
  app_user: { writes: ['people'], reads: ['operator'] },
  auto_recharge: { writes: ['payments'], reads: ['alerts'] },
  audit_event: { writes: ['audit-trail', 'broadcast', 'runs', 'webhooks'], reads: ['money'] },
  broadcast_destination: { writes: ['broadcast'], reads: ['runs'] },
  broadcast_span: { writes: ['broadcast', 'runs'] },
  chore: { writes: ['platform/worker'] },
  client_span: { writes: ['traces'], reads: ['clickhouse', 'exports', 'metrics'] },
  closed_balance: { writes: ['money'] },
  content_counted: { writes: ['quotas'] },
  content_day: { writes: ['quotas'] },
  content_key: { writes: ['platform/db'] },
  content_purge: { writes: ['runs'], reads: ['quotas'] },
  credit_grant: { writes: ['money', 'runs'], reads: ['payments', 'alerts'] },
  customer: { writes: ['customers', 'runs'] },
  customer_grant: { writes: ['customers', 'runs'] },
  customer_setting: { writes: ['customers'], reads: ['quotas', 'runs'] },
  customer_spending: { writes: ['customers', 'runs'] },
  deployment: { writes: ['platform/deployment'], reads: ['runs'] },
  early_end: { writes: ['runs'] },
  invitation: { writes: ['people'] },
  invitation_link: { writes: ['people'] },
  key_spending: { writes: ['runs'], reads: ['alerts', 'keys'] },
  ledger_closed: { writes: ['money'] },
  ledger_entry: {
    writes: ['money', 'runs'],
    reads: ['customers', 'operator', 'platform/deployment'],
  },
  ledger_sum: { writes: ['money'] },
  low_balance_told: { writes: ['webhooks'] },
  made_export: { writes: ['exports'], reads: ['quotas'] },
  mail: { writes: ['alerts', 'platform/mail'] },
  membership: { writes: ['people'], reads: ['alerts', 'operator'] },
  operator_act: { writes: ['audit-trail'], reads: ['operator'] },
  operator_role: { writes: ['people'] },
  output_part: { writes: ['platform/outputs'] },
  password_reset: { writes: ['people'] },
  payment: { writes: ['payments'], reads: ['keys', 'operator'] },
  payment_customer: { writes: ['payments'] },
  payment_day: { writes: ['payments'] },
  payment_search: { writes: ['payments'] },
  playground_key: { writes: ['keys'], reads: ['operator'] },
  prompt: { writes: ['prompts'] },
  prompt_label: { writes: ['prompts'] },
  prompt_version: { writes: ['prompts'] },
  protected_label: { writes: ['prompts'] },
  provider_circuit: { writes: ['runs'] },
  quota: { writes: ['quotas'] },
  rate_window: { writes: ['platform/rates'] },
  recovery_code: { writes: ['people'] },
  refusal: { writes: ['platform/deployment'], reads: ['runs'] },
  request_key: { writes: ['runs'] },
  run: {
    writes: ['runs'],
    reads: [
      ...[
        'alerts',
        'audit-trail',
        'customers',
        'money',
        'exports',
        'operator',
        'scores',
        'quotas',
        'workspaces',
      ],
    ],
  },
  run_payload: { writes: ['runs'], reads: ['quotas'] },
  run_queue: {
    writes: ['runs'],
    reads: ['customers', 'money', 'operator', 'platform/worker', 'quotas'],
  },
  saved_card: { writes: ['payments'] },
  saved_export: { writes: ['exports'] },
  saved_view: { writes: ['workspaces'] },
  schema_function: { writes: ['platform/db'] },
  schema_migration: { writes: ['platform/db'] },
  schema_range: { writes: [], reads: ['platform/db'] },
  score: { writes: ['scores', 'traces'], reads: ['exports'] },
  second_factor: { writes: ['people'], reads: ['operator'] },
  sign_in_attempt: { writes: ['people'] },
  sign_up: { writes: ['people'] },
  sign_up_link: { writes: ['people'] },
  span_day: { writes: ['traces'], reads: ['quotas'] },
  storage_charge: { writes: ['money'], reads: ['operator'] },
  stored_bytes: { writes: ['quotas'] },
  stored_output: { writes: ['quotas'] },
  synced_model: { writes: ['model-runs'] },
  tax_entry: { writes: ['money'] },
  tool: { writes: ['tool-runs'] },
  tool_definition: { writes: ['tool-runs'] },
  tools_left_out: { writes: ['tool-runs'] },
  traffic_day: { writes: ['quotas'] },
  usage_closed: { writes: ['runs'], reads: ['operator'] },
  usage_hour: { writes: ['runs'], reads: ['operator'] },
  usage_hour_of_end_user: { writes: ['runs'] },
  user_account: { writes: ['people'] },
  user_session: { writes: ['people'] },
  user_verification: { writes: ['people'] },
  webhook_delivery: { writes: ['alerts', 'customers', 'runs', 'webhooks'] },
  webhook_endpoint: { writes: ['webhooks'], reads: ['alerts', 'customers', 'runs'] },
  welcomed_card: { writes: ['money'] },
  welcomed_mailbox: { writes: ['people'] },
  witness: { writes: ['platform/deployment'] },
  witness_lane: { writes: ['platform/deployment'] },
  worker: { writes: ['platform/worker'], reads: ['runs'] },
  workspace: {
    writes: ['workspaces'],
    reads: ['alerts', 'keys', 'operator', 'payments', 'people', 'quotas', 'runs', 'webhooks'],
  },
};

/** Tables of functions that do not concern runs. */
const PARTS: Record<string, string> = {
  'check_alerts.sql': 'alerts',
  'claim_broadcasts.sql': 'broadcast',
  'claim_deliveries.sql': 'webhooks',
  'give_up_broadcasts.sql': 'broadcast',
  'save_broadcast.sql': 'broadcast',
  'close_balances.sql': 'money',
  'count_lane.sql': 'platform/deployment',
  'count_stored.sql': 'quotas',
  'history.sql': 'platform/deployment',
  'keep_span_days.sql': 'traces',
  'save_delivery.sql': 'webhooks',
  'save_spans.sql': 'traces',
  'tell_of_low_balances.sql': 'webhooks',
};

const schema = readFileSync(join(ROOT, 'server/platform/db/schema.sql'), 'utf8');
const tables = [...schema.matchAll(/^create table (\w+) \(/gm)].map((match) => match[1]!);
/** What has been applied; the migrations create these tables before anything else. */
const BOOKS = ['schema_function', 'schema_migration'];

const stores = sourcesIn('server').filter(
  (path) =>
    /store\.ts$|^server\/platform\/db\/\w+\.ts$/.test(path) &&
    !path.startsWith('server/money/audit/'),
);
const functions = readdirSync(join(ROOT, 'server/platform/db/functions'))
  .filter((name) => name.endsWith('.sql'))
  .map((name) => join('server/platform/db/functions', name));
const statements = [
  ...stores.map((path) => ({
    part: areaOf(path),
    text: readFileSync(join(ROOT, path), 'utf8'),
  })),
  ...functions.map((path) => ({
    part: PARTS[basename(path)] ?? 'runs',
    text: readFileSync(join(ROOT, path), 'utf8'),
  })),
];

function areaOf(path: string): string {
  const [, area = '', inner] = path.split('/');
  return area === 'platform' ? `${area}/${inner}` : area;
}

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
