/** The command line of the soak. */
import { InvalidArgumentError, program } from '@commander-js/extra-typings';

interface Options {
  minutes: number;
  rate: number;
  mischiefEvery: number;
  neighborSeconds: number;
}

export function readOptions(): Options {
  return program
    .name('npm run soak --')
    .description('Creates runs at a steady rate while things break, and checks what was promised.')
    .option('--minutes <number>', 'how long runs are created', positive, 5)
    .option('--rate <number>', 'runs a second', positive, 20)
    .option('--mischief-every <seconds>', 'mean time between two faults', positive, 15)
    .option(
      '--neighbor-seconds <number>',
      'how long echoes are timed alone, and as long beside a hostile workspace',
      positive,
      60,
    )
    .parse()
    .opts();
}

function positive(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('It must be a number above zero.');
}
