/** The main figures of a job: how it ended, what it cost, and how long its code ran. */
import { useEffect, useState } from 'react';
import { isTerminal, type JobDetail } from '../../api/index.ts';
import { formatBytes, formatDuration } from '../../format/index.ts';
import { EndingBadge, Live, Money, MoneyFigure, Tile, Tiles } from '../../parts/index.ts';

export function Figures({ detail: { job, asked, history } }: { detail: JobDetail }) {
  const { usage, chargedAmount, reservedAmount } = job;
  const isOver = isTerminal(job.state);
  const began = history.find(({ state }) => state === 'running')?.at;
  const most = `of ${formatDuration(asked.timeoutSeconds * 1_000)} at most`;
  return (
    <Tiles>
      <Tile name="Result" note={RESULTS[job.result ?? ''] ?? STATES[job.state]}>
        <span className="job-result">
          <EndingBadge run={job} />
        </span>
      </Tile>
      <Tile
        name="Cost"
        note={
          <>
            of <Money amount={reservedAmount} look="spend" /> held
          </>
        }
      >
        {chargedAmount !== undefined ? (
          <MoneyFigure amount={chargedAmount} what="Cost" />
        ) : isOver ? (
          'Nothing'
        ) : (
          <span className="faint">Not known yet</span>
        )}
      </Tile>
      <Tile name="Runtime billed" note={most}>
        {usage ? (
          formatDuration(usage.billableMs)
        ) : job.state === 'running' && began !== undefined ? (
          <Since at={began} most={asked.timeoutSeconds * 1_000} />
        ) : (
          <span className="faint">{isOver ? 'Didn’t run' : 'Not started yet'}</span>
        )}
      </Tile>
      <Tile name="Memory" note={`of ${formatBytes(asked.memoryMb * 1_048_576)}`}>
        {usage?.maxMemoryBytes !== undefined ? (
          formatBytes(usage.maxMemoryBytes)
        ) : (
          <span className="faint">{isOver ? 'Not reported' : 'Reported when it ends'}</span>
        )}
      </Tile>
    </Tiles>
  );
}

/** Shows the time since the start of the code, up to its time limit. */
function Since({ at, most }: { at: string; most: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const ms = Math.min(Math.max(0, now - Date.parse(at)), most);
  return <Live>{formatDuration(Math.floor(ms / 1_000) * 1_000)}</Live>;
}

const RESULTS: Record<string, string | undefined> = {
  exited: 'The code exited on its own.',
  timed_out: 'Stopped at its time limit.',
  out_of_memory: 'Ran out of memory.',
  cancelled: 'Canceled while running.',
};

const STATES: Record<string, string | undefined> = {
  reserved: 'Saved, not started yet.',
  queued: 'Waiting for engine capacity.',
  submitting: 'Starting.',
  running: 'Running on the engine.',
  needs_reconciliation: 'Checking whether it’s running.',
  failed: 'Not charged.',
};
