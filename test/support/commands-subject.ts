/**
 * Runs commands of the program one after the other, each with an environment of its own. What a command prints goes to
 * the streams of this process, and behind it a mark. A command has ended when nothing that it opened is left open, as
 * it would have in a process of its own; one that ends its process ends this one.
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

/** With anything that would keep a process alive, beside the channel to whoever asks. */
function isBusy(): boolean {
  return process.getActiveResourcesInfo().some((kind) => kind !== 'PipeWrap');
}
