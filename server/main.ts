/** The program: `npm start` and `npm run cli -- ...` begin here. */
import { runCommandLine } from './cli/index.ts';

await runCommandLine(process.argv);
