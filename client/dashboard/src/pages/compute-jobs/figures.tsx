/** What one asks first of a job: how it ended, what it cost, and how long its code ran. */
import { useEffect, useState } from 'react';
import { isTerminal, type JobDetail } from '../../api/index.ts';
import { formatBytes, formatDuration } from '../../format/index.ts';
import { JobBadge, Live, Money, MoneyFigure, Tile, Tiles } from '../../parts/index.ts';

export function Figures({ detail: { job, asked, history } }: { detail: JobDetail }) {
  const { usage, chargedAmount, reservedAmount } = job;
  const isOver = isTerminal(job.state);
  const began = history.find(({ state }) => state === 'running')?.at;
  const most = `of ${formatDuration(asked.timeoutSeconds * 1_000)} at most`;
  return (
    <Tiles>
      <Tile name="Result" note={RESULTS[job.result ?? ''] ?? STATES[job.state]}>
        <span className="job-result">
          <JobBadge job={job} />
        </span>
      </Tile>
      <Tile
        name="Cost"
        note={
          <>
            of <Money amount={reservedAmount} look="run" /> held
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
      <Tile name="Run time for" note={most}>
        {usage ? (
          formatDuration(usage.billableMs)
        ) : job.state === 'running' && began !== undefined ? (
          <Since at={began} most={asked.timeoutSeconds * 1_000} />
        ) : (
          <span className="faint">{isOver ? 'It did not run' : 'Not started yet'}</span>
        )}
      </Tile>
      <Tile name="Memory" note={`of ${formatBytes(asked.memoryMb * 1_048_576)}`}>
        {usage?.maxMemoryBytes !== undefined ? (
          formatBytes(usage.maxMemoryBytes)
        ) : (
          <span className="faint">{isOver ? 'Not told' : 'Told at its end'}</span>
        )}
      </Tile>
    </Tiles>
  );
}

/** A clock that goes on by itself, and no further than the code may. */
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
  exited: 'The code ended by itself.',
  timed_out: 'It was ended when its time was over.',
  out_of_memory: 'It wanted more memory than it had.',
  cancelled: 'Somebody cancelled it while it ran.',
};

const STATES: Record<string, string | undefined> = {
  reserved: 'Saved, and not yet taken up.',
  queued: 'Waiting for the engine to have room.',
  submitting: 'Being started.',
  running: 'The engine has it.',
  needs_reconciliation: 'Whether it runs is being looked up.',
  failed: 'Nothing was charged.',
};
