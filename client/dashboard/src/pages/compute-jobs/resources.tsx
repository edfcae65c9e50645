/** Shows the resources that a job used next to those that it requested, and which of them are charged. */
import type { ComputeJob, JobTerms } from '../../api/index.ts';
import { formatBytes, formatCount, formatDuration } from '../../format/index.ts';
import { Card } from '../../parts/index.ts';

export function Resources({ job: { usage }, asked }: { job: ComputeJob; asked: JobTerms }) {
  const { cpuMillis, memoryMb, timeoutSeconds } = asked;
  const most = timeoutSeconds * 1_000;
  const { billableMs, cpuMs, maxMemoryBytes } = usage ?? {};
  const isOver = usage !== undefined;
  const cpuMost = ((billableMs ?? most) * cpuMillis) / 1_000;
  return (
    <Card title="Resources" about={<Charged asked={asked} billableMs={billableMs} cpuMs={cpuMs} />}>
      <dl className="resources">
        <Line
          name="Time"
          isOver={isOver}
          used={billableMs}
          of={most}
          words={(ms) => formatDuration(ms)}
          note={billableMs !== undefined && `${formatCount(billableMs)} ms are charged`}
        />
        <Line
          name="Processor"
          isOver={isOver}
          used={cpuMs}
          of={cpuMost}
          words={(ms) => formatDuration(ms)}
          note={cpuNote(asked, isOver && Math.max(cpuMs ?? 0, Math.ceil(cpuMost / 10)))}
        />
        <Line
          name="Memory"
          isOver={isOver}
          used={maxMemoryBytes}
          of={memoryMb * 1_048_576}
          words={formatBytes}
          note={maxMemoryBytes !== undefined && 'the most at once'}
        />
      </dl>
    </Card>
  );
}

interface LineProps {
  name: string;
  isOver: boolean;
  used: number | undefined;
  of: number | undefined;
  words: (value: number) => string;
  note: string | false;
}

function Line({ name, isOver, used, of, words, note }: LineProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {used !== undefined && of !== undefined && of > 0 && (
          <progress value={Math.min(used, of)} max={of} aria-label={`${name} used`} />
        )}
        <span className="resource-words">
          {used !== undefined && words(used)}
          {of !== undefined && (
            <span className="muted">
              {used === undefined && (isOver ? 'Not reported by the engine,' : 'At most')}
              {used !== undefined && ' of'} {words(of)}
              {used === undefined && isOver && ' at most'}
            </span>
          )}
          {note !== false && <span className="row-note">{note}</span>}
        </span>
      </dd>
    </div>
  );
}

function Charged({
  asked: { cpuMillis, memoryMb, pricing, billedTime },
  billableMs,
  cpuMs,
}: {
  asked: JobTerms;
  billableMs: number | undefined;
  cpuMs: number | undefined;
}) {
  const time = billableMs === undefined ? 'each second' : `${formatCount(billableMs)} ms`;
  if (billedTime === 'processor') {
    return (
      <>
        ${pricing.perJob} for the start, ${pricing.perCpuSecond} for a second of processor time
        {cpuMs !== undefined && ` (${formatCount(cpuMs)} ms)`}, but for at least a tenth of{' '}
        {plainProcessors(cpuMillis)}, and for {time} {formatBytes(memoryMb * 1_048_576)} at $
        {pricing.perGibSecond} a GiB a second, before the fee.
      </>
    );
  }
  return (
    <>
      ${pricing.perJob} for the start, and for {time} {plainProcessors(cpuMillis)} at $
      {pricing.perCpuSecond} and {formatBytes(memoryMb * 1_048_576)} at ${pricing.perGibSecond} a
      GiB a second, before the fee.
    </>
  );
}

/** `chargedMs` is false while the job has not ended. */
function cpuNote({ cpuMillis, billedTime }: JobTerms, chargedMs: number | false): string {
  const asked = `${plainProcessors(cpuMillis)} asked for`;
  const isCharged = billedTime === 'processor' && chargedMs !== false;
  return isCharged ? `${asked}, ${formatCount(chargedMs)} ms are charged` : asked;
}

/** `1 processor`, `0.5 processors`. */
function plainProcessors(millis: number): string {
  return `${millis / 1_000} processor${millis === 1_000 ? '' : 's'}`;
}
