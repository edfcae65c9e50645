/**
 * Secrets and prompts stay where they belong. Each is a word that occurs nowhere else; the test sends it through
 * everything that can go right and wrong, at the finest log level, and then searches all output of the processes and
 * every row of the database for it.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeKeyText } from '../../server/keys/format.ts';
import { makeTenant } from '../crash/tenant.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { clientOf, kill, type Outside, startOutside, startProcess } from '../support/process.ts';

const WORDS = {
  prompt: 'canary-prompt-5b1c',
  answer: 'canary-answer-9e77',
  attribution: 'canary-user-31aa',
  provider: 'canary-provider-key-77d0',
};
const MODELS = ['echo', 'tool-caller', 'thinker', 'refused', 'busy', 'breaks', 'lost', 'unpriced'];

let outside: Outside;
let database: TestDatabase;
beforeAll(async () => {
  outside = await startOutside({ slowMs: 100, apiKey: WORDS.provider });
  database = await createTestDatabase();
});
afterAll(async () => {
  await outside.close();
  await database.drop();
});

it.each(['development', 'production'])(
  'no key and no prompt is in the log, and no key in the database (%s)',
  async (mode) => {
    const environment = {
      ...outside.environment,
      ...{ DATABASE_URL: database.url, LOG_LEVEL: 'trace', NODE_ENV: mode },
      // Both modes have their workspaces in one database.
      COMPUTE_MIN_ISOLATION: 'wasm',
    };
    const processes = await Promise.all([
      startProcess('serve', environment),
      startProcess('work', environment),
    ]);
    const { key } = await makeTenant(database.db, 1_000_000_000);
    const unknownKey = makeKeyText().key;
    const client = clientOf(processes[0]!, key);

    const created = await Promise.all(
      MODELS.map((model) => client.create(randomUUID(), requestWithCanaries(model))),
    );
    await Promise.all(created.map(({ run }) => client.end(run.id)));
    await runJob(processes[0]!.url, key);
    await database.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename = current_user and application_name like 'model-run%'`,
    );
    await Promise.all([
      refusal(processes[0]!.url, key, `{"messages": "${WORDS.prompt}"`),
      refusal(processes[0]!.url, key, `{"messages": "${WORDS.prompt}"}`),
      refusal(processes[0]!.url, unknownKey, '{}'),
      refusal(`${processes[0]!.url}/v1/${WORDS.prompt}?q=${WORDS.prompt}`, key, '{}'),
    ]);
    for (const each of processes) kill(each, 'SIGTERM');
    const output = (await Promise.all(processes.map(({ ended }) => ended)))
      .map(({ stdout, stderr }) => stdout + stderr)
      .join('');

    expect(output.length).toBeGreaterThan(1_000);
    const secrets = [key, unknownKey, new URL(database.url).password, ...Object.values(WORDS)];
    for (const secret of secrets.filter((word) => word !== '')) {
      expect(output.includes(secret), secret).toBe(false);
    }
    const rows = await everyRow();
    expect(
      rows.filter(({ text }) => text.includes(WORDS.prompt)).map(({ table }) => table),
    ).toEqual(expect.arrayContaining(['run_payload']));
    for (const { table, text } of rows) {
      for (const secret of [key, unknownKey, WORDS.provider]) {
        expect(text.includes(secret), `${table} holds ${secret}`).toBe(false);
      }
      if (table !== 'run_payload') expect(text.includes(WORDS.prompt), table).toBe(false);
    }
  },
);

function requestWithCanaries(model: string) {
  return {
    model: `sandbox/${model}`,
    messages: [
      { role: 'system', content: WORDS.prompt },
      { role: 'user', content: `Say ${WORDS.answer}` },
    ],
    maxOutputTokens: 50,
    attribution: { endUserId: WORDS.attribution },
    tools: [{ name: 'look', description: WORDS.prompt, parameters: { title: WORDS.prompt } }],
  };
}

/** Its source, input and variables are prompts, and what it writes is an answer, including names. */
async function runJob(url: string, key: string): Promise<void> {
  const jobs = `${url}/v1/developer/compute-jobs`;
  const headers = {
    ...{ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...{ 'Idempotency-Key': randomUUID(), Prefer: 'wait=20' },
  };
  const { prompt, answer } = WORDS;
  const body = {
    ...{ environment: 'javascript', timeoutSeconds: 20, stdin: prompt, env: { WORD: prompt } },
    source: `console.log('${prompt}'); job.writeFile('${answer}', '${answer}')`,
    ...{ files: [{ path: 'given', content: prompt }], outputs: [answer] },
  };
  let job: { id?: string; state?: string } = {};
  const created = await fetch(jobs, { method: 'POST', headers, body: JSON.stringify(body) });
  do {
    const read = await (job.id ? fetch(`${jobs}/${job.id}`, { headers }) : created);
    job = (await read.json()) as typeof job;
    expect(read.ok, JSON.stringify(job)).toBe(true);
  } while (!['completed', 'failed'].includes(job.state!));
  expect(job).toMatchObject({ state: 'completed', artifacts: [{ name: answer }] });
}

async function refusal(url: string, key: string, body: string): Promise<void> {
  const path = url.includes('/v1/') ? '' : '/v1/developer/model-runs';
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      ...{ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      'Idempotency-Key': randomUUID(),
    },
    body,
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  await response.text();
}

/** As a dump would have it. */
async function everyRow(): Promise<{ table: string; text: string }[]> {
  const tables = await database.db.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const rows = await Promise.all(
    tables.map(async ({ name }) =>
      (await database.db.query<{ text: string }>(`select t::text as text from "${name}" t`)).map(
        ({ text }) => ({ table: name, text }),
      ),
    ),
  );
  return rows.flat();
}
