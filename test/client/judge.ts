/**
 * Prints, as JSON, what third parties report about the package in a file. A separate process, because Vitest sets
 * the condition `development` for its workers, under which arethetypeswrong is sources that Node does not run.
 */
import { faultsOfPackage } from '../../scripts/client-package/judge.ts';

console.log(JSON.stringify(await faultsOfPackage(process.argv[2]!)));
