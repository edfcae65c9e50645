/**
 * Builds the documentation: two pages that work offline, `openapi/generated/docs.html` for developers and
 * `dashboard-docs.html` beside it for operators. With `--if-stale` only if one is missing or older than what
 * it is made from, and then never with a failure: a service starts with an old page, or with none.
 */
import { isFresh } from './docs/sources.ts';

const ifStale = process.argv.includes('--if-stale');

try {
  if (!(ifStale && isFresh())) {
    // Loaded here, because the check that the pages are fresh needs nothing of this.
    const { buildDocs, buildOperatorsDocs } = await import('./docs/index.ts');
    for (const { file, bytes, sections, samples } of [
      await buildDocs(),
      await buildOperatorsDocs(),
    ]) {
      const size = `${(bytes / 1_048_576).toFixed(1)} MiB`;
      console.log(`${file}: ${size}, ${sections} sections, ${samples} code samples`);
    }
  }
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  if (!ifStale) {
    console.error(`The documentation cannot be built: ${reason}`);
    process.exitCode = 1;
  } else {
    const [line] = reason.split('\n');
    console.error(`The documentation was not built, and /docs is not up to date: ${line}`);
  }
}
