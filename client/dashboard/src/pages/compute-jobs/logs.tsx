/** Shows the logs of a job while the job writes them. They can contain anything, so the page shows plain text only. */
import { useEffect, useRef, useState } from 'react';
import {
  type ComputeJob,
  isTerminal,
  type LogStream,
  logFile,
  type ShownLog,
  useLog,
} from '../../api/index.ts';
import { formatBytes } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Card,
  CopyButton,
  DownloadLink,
  Failure,
  Live,
  Notice,
  Segments,
} from '../../parts/index.ts';

const STREAMS = { stdout: 'Standard output', stderr: 'Standard error' } as const;

export function Logs({ job }: { job: ComputeJob }) {
  const { workspaceId } = useHere();
  const [stream, setStream] = useState<LogStream>(() => firstOf(job));
  const { logs } = job;
  const sizes = logs && { stdout: logs.stdoutBytes, stderr: logs.stderrBytes };
  const [again, setAgain] = useState(0);
  return (
    <Card
      title="Logs"
      about={!isTerminal(job.state) && <Live>Output appears here as the job writes it.</Live>}
      actions={
        <Segments
          label="Stream"
          options={STREAM_NAMES.map((value) => ({
            value,
            label: sizes ? `${value} · ${formatBytes(sizes[value])}` : value,
          }))}
          value={stream}
          onChange={setStream}
        />
      }
    >
      <div className="log">
        {logs?.truncated === true && (
          <Notice tone="warn" title="The job wrote more than the log keeps">
            Only the first {formatBytes(logs.stdoutBytes + logs.stderrBytes)} of output was kept.
          </Notice>
        )}
        <OneLog
          key={`${stream} ${again}`}
          {...{ job, workspaceId, stream }}
          bytes={sizes?.[stream]}
          onRetry={() => setAgain(again + 1)}
        />
      </div>
    </Card>
  );
}

/** If a job has written only to its standard error, the page shows that. */
function firstOf({ logs }: ComputeJob): LogStream {
  return logs && logs.stdoutBytes === 0 && logs.stderrBytes > 0 ? 'stderr' : 'stdout';
}

interface OneLogProps {
  job: ComputeJob;
  workspaceId: string;
  stream: LogStream;
  bytes: number | undefined;
  onRetry: () => void;
}

function OneLog({ job, workspaceId, stream, bytes, onRetry }: OneLogProps) {
  const log = useLog({ workspaceId, jobId: job.id, stream, bytes });
  const text = withoutColors(log.text);
  const isEmpty = text === '' && log.leftOut === 0;
  if (log.error !== undefined) return <Failure error={log.error} onRetry={onRetry} />;
  if (isEmpty) return <p className="muted">{emptyWords(job, log, stream)}</p>;
  return (
    <div className="log">
      {log.leftOut > 0 && (
        <p className="hint">
          The last {formatBytes(new Blob([log.text]).size)} are shown; the{' '}
          {formatBytes(log.leftOut)} before them are in the file.
        </p>
      )}
      <LogText text={text} stream={stream} />
      <div className="log-acts">
        <CopyButton text={log.text} what={`what is shown of ${stream}`} words="Copy" />
        <DownloadLink
          href={logFile(workspaceId, job.id, stream)}
          what={`all of ${stream}${log.isOver ? '' : ' by now'}`}
        >
          Download
        </DownloadLink>
      </div>
    </div>
  );
}

/** Scrolls to new lines while the reader is at the end of the log. */
function LogText({ text, stream }: { text: string; stream: LogStream }) {
  const box = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const { current } = box;
    if (current && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [text]);
  return (
    <section
      ref={box}
      className="log-text"
      aria-label={STREAMS[stream]}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
    >
      <pre>{text}</pre>
    </section>
  );
}

function emptyWords(job: ComputeJob, { isOver, isElsewhere }: ShownLog, stream: LogStream): string {
  if (isOver) return `It wrote nothing to ${stream}.`;
  if (isElsewhere) return 'This job runs on another machine. Its log appears here when it ends.';
  return isTerminal(job.state) ? 'Loading the log…' : `Nothing was written to ${stream} yet.`;
}

const STREAM_NAMES: LogStream[] = ['stdout', 'stderr'];
const ESCAPE = String.fromCharCode(27);
const COLORS = new RegExp(`${ESCAPE}\\[[0-9;?]*[ -/]*[@-~]`, 'g');

/** Removes the sequences that color text in a terminal. */
function withoutColors(text: string): string {
  return text.includes(ESCAPE) ? text.replace(COLORS, '') : text;
}
