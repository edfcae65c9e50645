/**
 * The test kills the API while callers save prompts: what was acknowledged is stored, once, under the version in the
 * answer, and a repeat with the same key finds it. Versions have no gaps, whatever was lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PromptVersion } from '../../openapi/generated/developer.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  kill,
  type Outside,
  type Process,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { PROMPTS, unique } from '../support/service.ts';
import { makeTenant } from './tenant.ts';

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1) * 3;
const SAVES = 40;

let database: TestDatabase;
let outside: Outside;
let environment: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  outside = await startOutside({ slowMs: 300 });
  environment = { ...outside.environment, DATABASE_URL: database.url };
});
afterAll(async () => {
  await outside.close();
  await database.drop();
});

/** Undefined if no answer came. */
async function save(serve: Process, key: string, requestKey: string, name: string) {
  try {
    const response = await fetch(serve.url + PROMPTS, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': requestKey,
      },
      body: JSON.stringify({ name, text: requestKey, labels: ['production'] }),
    });
    const version = (await response.json()) as PromptVersion;
    return response.status === 201 ? version : undefined;
  } catch {
    return undefined;
  }
}

it('a save that was acknowledged is stored once, and found by its key (201)', async () => {
  const { key } = await makeTenant(database.db, 1);
  let lost = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const name = unique('prompt');
    const keys = Array.from({ length: SAVES }, () => unique('save'));
    const first = await startProcess('serve', environment);
    const saving = keys.map(async (requestKey, i) => {
      await sleep(i * 5);
      return save(first, key, requestKey, name);
    });
    await saving[round * 4];
    kill(first, 'SIGKILL');
    const acknowledged = await Promise.all(saving);
    lost += acknowledged.filter((version) => version === undefined).length;

    const second = await startProcess('serve', environment);
    const repeated = await Promise.all(
      keys.map((requestKey) => save(second, key, requestKey, name)),
    );
    for (const [i, version] of acknowledged.entries()) {
      if (version) expect(repeated[i]?.version).toBe(version.version);
    }
    const numbers = repeated.map((version) => version?.version ?? 0).sort((a, b) => a - b);
    expect(numbers).toEqual(keys.map((_, i) => i + 1));
    const rows = await database.db.query<{ key: string }>(
      'select idempotency_key as key from prompt_version where name = $1',
      [name],
    );
    expect(rows.map((row) => row.key).sort()).toEqual(keys.toSorted());
    kill(second, 'SIGKILL');
  }
  expect(lost).toBeGreaterThan(0);
});
