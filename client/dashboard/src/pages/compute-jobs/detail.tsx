/** The page of one compute job: its result, cost, logs, resources, files and program. */
import { Link } from 'wouter';
import {
  type ComputeJob,
  hasCode,
  isTerminal,
  type JobDetail,
  useCatalog,
  useRun,
} from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { NotFoundPage } from '../../frame/not-found.tsx';
import { RunLink } from '../../frame/run-link.tsx';
import {
  ButtonLink,
  CopyButton,
  Fact,
  Failure,
  Moment,
  Page,
  Skeleton,
} from '../../parts/index.ts';
import { curlOfJob } from '../../snippets/index.ts';
import { Repeat } from '../playground/repeat.tsx';
import { RunBody, RunId } from '../runs/body.tsx';
import { CancelRun } from '../runs/cancel.tsx';
import { Artifacts } from './artifacts.tsx';
import { Figures } from './figures.tsx';
import { Logs } from './logs.tsx';
import { Program } from './program.tsx';
import { Resources } from './resources.tsx';
import './jobs.css';

export function ComputeJobPage({ title, id }: { title: string; id: string }) {
  const { workspaceId } = useHere();
  const detail = useRun('compute-jobs', workspaceId, id);
  if (hasCode(detail.error, 'not_found')) return <NotFoundPage />;
  return (
    <Page
      title={`${title} …${id.slice(-8)}`}
      about={<RunId id={id} />}
      actions={detail.data && <PageActions detail={detail.data} />}
    >
      {detail.data ? (
        <Body detail={detail.data} />
      ) : detail.error ? (
        <Failure error={detail.error} onRetry={() => void detail.refetch()} />
      ) : (
        <Skeleton rows={8} label="Loading the job" />
      )}
    </Page>
  );
}

function PageActions({ detail: { job, asked, program } }: { detail: JobDetail }) {
  const { workspaceId, to } = useHere();
  const catalog = useCatalog(workspaceId);
  const baseUrl = catalog.data?.developerBaseUrl.replace(/\/$/, '');
  const command =
    program &&
    baseUrl !== undefined &&
    curlOfJob({
      ...{ baseUrl, asked, program, environment: job.environment },
      requestKey: `again-${job.id.slice(-8)}`,
    });
  return (
    <>
      <ButtonLink href={to('compute-jobs')} icon="left" small>
        All compute jobs
      </ButtonLink>
      {!isTerminal(job.state) && job.cancelRequestedAt === undefined && <CancelRun run={job} />}
      <Repeat run={job} input={program && programOf(program, asked)} />
      {command && <CopyButton text={command} what="the request as curl" words="Copy as curl" />}
    </>
  );
}

function Body({ detail }: { detail: JobDetail }) {
  const { job, asked, program, history, entries } = detail;
  return (
    <RunBody
      run={job}
      {...{ history, entries }}
      figures={<Figures detail={detail} />}
      subject={<Started job={job} />}
      facts={<When job={job} />}
    >
      {job.contentPurgedAt === undefined && <Logs job={job} />}
      {job.contentPurgedAt === undefined && (
        <Artifacts job={job} requested={program?.outputs ?? []} />
      )}
      <Resources job={job} asked={asked} />
      <Program program={program} purgedAt={job.contentPurgedAt} />
    </RunBody>
  );
}

/** Returns the program of the job, to run it again, without prices. */
function programOf(
  program: NonNullable<JobDetail['program']>,
  { cpuMillis, memoryMb, timeoutSeconds }: JobDetail['asked'],
) {
  return { ...program, cpuMillis, memoryMb, timeoutSeconds };
}

/** The environment of the job, and its parent run. */
function Started({ job: { environment, parent } }: { job: ComputeJob }) {
  const { to } = useHere();
  return (
    <>
      <Fact name="Environment">
        <Link href={to('environments')}>
          <code>{environment}</code>
        </Link>
      </Fact>
      {parent && (
        <Fact name="Requested by">
          <RunLink id={parent.runId} isShort />
          {parent.toolCallId !== undefined && (
            <span className="row-note">as {parent.toolCallId}</span>
          )}
        </Fact>
      )}
    </>
  );
}

function When({ job: { startedAt, endedAt } }: { job: ComputeJob }) {
  return (
    <>
      {startedAt !== undefined && (
        <Fact name="Code began">
          <Moment at={startedAt} />
        </Fact>
      )}
      {endedAt !== undefined && (
        <Fact name="Code ended">
          <Moment at={endedAt} />
        </Fact>
      )}
    </>
  );
}
