/**
 * Runs commands of the program one after the other, each with its own environment. A command's output goes to the
 * streams of this process, followed by a mark. A command has ended when it has closed everything that it opened, as in
 * a process of its own; one that ends its process ends this one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommandLine } from '../../server/cli/index.ts';
import type { CommandRequest } from './commands.ts';

const LOOK_AGAIN_MS = 2;

process.on('message', async ({ args, environment, mark }: CommandRequest) => {
  process.env = environment;
  process.exitCode = undefined;
  await runCommandLine([process.execPath, 'main.ts', ...args]);
  while (isBusy()) await sleep(LOOK_AGAIN_MS);
  process.stdout.write(mark);
  process.stderr.write(`${mark}${process.exitCode ?? 0}\n`);
});
process.on('disconnect', () => process.exit());

/** Whether anything besides the channel to the requester would keep a process alive. */
function isBusy(): boolean {
  return process.getActiveResourcesInfo().some((kind) => kind !== 'PipeWrap');
}
