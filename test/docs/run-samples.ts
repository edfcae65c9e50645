/**
 * Runs programs one after the other, each with its own environment, and answers as `support/commands.ts` asks. A
 * program has ended when it has closed everything that it opened, as in a process of its own.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { CommandRequest } from '../support/commands.ts';

const LOOK_AGAIN_MS = 2;

process.on('message', async ({ args: [file = ''], environment, mark }: CommandRequest) => {
  process.env = environment;
  process.exitCode = undefined;
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  while (isBusy()) await sleep(LOOK_AGAIN_MS);
  process.stdout.write(mark);
  process.stderr.write(`${mark}${process.exitCode ?? 0}\n`);
});
process.on('disconnect', () => process.exit());

/** Whether anything besides the channel to the requester would keep a process alive. */
function isBusy(): boolean {
  return process.getActiveResourcesInfo().some((kind) => kind !== 'PipeWrap');
}
