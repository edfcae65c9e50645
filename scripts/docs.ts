/**
 * Builds the documentation into `openapi/generated/docs`. With `--if-stale` only if it is missing or older than what it
 * is made from, and then never with a failure: a service starts with old documentation, or with none.
 */
import { isFresh } from './docs/sources.ts';

const ifStale = process.argv.includes('--if-stale');

try {
  if (!(ifStale && isFresh())) {
    // Loaded here, because the check that the documentation is fresh needs nothing of this.
    const { buildDocs } = await import('./docs/index.ts');
    const { folder, pages, sections, samples } = await buildDocs();
    console.log(`${folder}: ${pages} pages, ${sections} sections, ${samples} code samples`);
    console.log(
      `${folder}/files/docs.html: the same for developers in one file that works offline`,
    );
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
