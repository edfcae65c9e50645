/**
 * Prints what others think of the package whose file it is given, as JSON. It is a process of its own, because Vitest gives its
 * workers the condition `development`, by which arethetypeswrong is sources that Node does not run.
 */
import { faultsOfPackage } from '../../scripts/client-package/judge.ts';

console.log(JSON.stringify(await faultsOfPackage(process.argv[2]!)));
