/** For a run that waits for capacity of the provider: says why, when the next attempt is, and when the attempts end. */
import type { AnyRun } from '../../api/index.ts';
import { plural } from '../../format/index.ts';
import { Ago, Moment, Notice } from '../../parts/index.ts';

interface InQueueProps {
  queue: NonNullable<AnyRun['queue']>;
  expiresAt: string | undefined;
}

export function InQueue({ queue, expiresAt }: InQueueProps) {
  return (
    <Notice tone="warn" title="Waiting to be sent again">
      <p>{queue.reason}</p>
      <ul className="evidence">
        <li>Tried {plural(queue.attempts, 'time')}, and not executed.</li>
        {queue.nextAttemptAt && (
          <li>
            Next try <Ago at={queue.nextAttemptAt} />, when the provider has capacity.
          </li>
        )}
        {expiresAt && (
          <li>
            If it is not sent by <Moment at={expiresAt} />, it fails without a charge.
          </li>
        )}
      </ul>
    </Notice>
  );
}
