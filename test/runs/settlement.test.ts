import { expect, it } from 'vitest';
import { NO_ENCRYPTION } from '../../server/platform/db/encryption/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import type { JsonValue } from '../../server/platform/lib/json.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { advanceOf } from '../../server/runs/outcomes.ts';
import { createSettlement } from '../../server/runs/settlement-store.ts';

const LONG = 'x'.repeat(5_000_000);
const CALL = { id: 'a', type: 'function' as const, function: { name: 'f', arguments: LONG } };

it.each<[string, JsonValue, number]>([
  ['short answers are', { text: 'x', message: { role: 'assistant', content: 'x' } }, 3],
  ['long texts are not', { text: LONG }, 1],
  ['long contents are not', { message: { role: 'assistant', content: LONG } }, 1],
  ['long arguments are not', { message: { role: 'assistant', tool_calls: [CALL] } }, 1],
  [
    'long reasoning is not',
    { message: { role: 'assistant', reasoning_details: [{ text: LONG }] } },
    1,
  ],
])('%s saved together with others', async (_, answer, most) => {
  const batches: number[] = [];
  const settlement = createSettlement({
    db: {
      cipher: NO_ENCRYPTION,
      query: async (_text: string, [input]: [string]) => {
        const rows = JSON.parse(input) as { ord: number }[];
        batches.push(rows.length);
        return rows.map(({ ord }) => ({ ord, applied: true }));
      },
    } as unknown as Db,
    onAdvanced: () => {},
    log: createLog({ level: 'silent' }),
  });
  await Promise.all(
    ['a', 'b', 'c'].map((id) =>
      settlement.advance(advanceOf('answered', { workspace: 'w', id }, { answer })),
    ),
  );
  expect(Math.max(...batches)).toBe(most);
});
