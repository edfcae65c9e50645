import { expect, it } from 'vitest';
import { csvLine } from '../../server/platform/lib/csv.ts';

it('looks at each sign of a cell once, however many separators it has', () => {
  const separators = '\n'.repeat(500_000);
  expect(csvLine([separators, `${separators}=1`])).toBe(`"${separators}","${separators}'=1"\r\n`);
});
