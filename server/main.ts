/** The program: the entry point of `npm start` and `npm run cli -- ...`. */
import { enableCompileCache } from 'node:module';

// Compiling the same modules again takes a third of the time of a start.
enableCompileCache();
const { runCommandLine } = await import('./cli/index.ts');

await runCommandLine(process.argv);
