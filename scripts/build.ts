/**
 * Builds the dashboard into `client/dashboard/dist`, and checks its size: what a browser loads before the first page
 * shows must stay below the limit, compressed. With `--if-stale` it builds only if the dashboard is missing or its
 * sources have changed, and never fails: a service starts with an old one, or without one.
 */
import { buildFresh, FIRST_LOAD_LIMIT_KB, isFresh, sizesOf } from './build/index.ts';

const ifStale = process.argv.includes('--if-stale');

if (!(ifStale && isFresh())) {
  try {
    await buildFresh();
    report();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!ifStale) {
      console.error(`The dashboard cannot be built: ${reason}`);
      process.exitCode = 1;
    } else {
      const [line] = reason.split('\n');
      console.error(`The dashboard was not built, and /dashboard is not up to date: ${line}`);
    }
  }
}

function report(): void {
  const sizes = sizesOf();
  for (const { name, bytes, isFirst } of sizes) {
    const when = isFirst ? 'first load' : 'when needed';
    console.log(`${kilobytes(bytes)}  ${when.padEnd(11)}  ${name}`);
  }
  const first = sizes.filter(({ isFirst }) => isFirst).reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${kilobytes(first)}  first load, gzip, of at most ${FIRST_LOAD_LIMIT_KB} kB`);
  if (first > FIRST_LOAD_LIMIT_KB * 1_000) {
    console.error(`The first load of the dashboard is above ${FIRST_LOAD_LIMIT_KB} kB.`);
    if (!ifStale) process.exitCode = 1;
  }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`.padStart(9);
}
