/** The page of one compute job: its result, cost, logs, resources, files and program. */
import { Link } from 'wouter';
import type { ComputeJob, JobDetail } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Fact, Moment } from '../../parts/index.ts';
import { curlOfJob } from '../../snippets/index.ts';
import { Repeat } from '../playground/repeat.tsx';
import { DetailPage, RunBody } from '../runs/body.tsx';
import { Artifacts } from './artifacts.tsx';
import { Figures } from './figures.tsx';
import { Logs } from './logs.tsx';
import { Program } from './program.tsx';
import { Resources } from './resources.tsx';
import './jobs.css';

export function ComputeJobPage({ title, id }: { title: string; id: string }) {
  const { to } = useHere();
  return (
    <DetailPage
      kind="compute-jobs"
      {...{ title, id }}
      repeat={({ job, asked, program }) => (
        <Repeat run={job} input={program && programOf(program, asked)} />
      )}
      curl={({ job: { environment }, asked, program }, baseUrl, requestKey) =>
        program && curlOfJob({ baseUrl, asked, program, environment, requestKey })
      }
    >
      {(detail) => {
        const { job, asked, program, history, entries } = detail;
        return (
          <RunBody
            run={job}
            {...{ history, entries }}
            figures={<Figures detail={detail} />}
            subject={
              <Fact name="Environment">
                <Link href={to('environments')}>
                  <code>{job.environment}</code>
                </Link>
              </Fact>
            }
            facts={<When job={job} />}
          >
            {job.contentPurgedAt === undefined && (
              <>
                <Logs job={job} />
                <Artifacts job={job} requested={program?.outputs ?? []} />
              </>
            )}
            <Resources job={job} asked={asked} />
            <Program program={program} purgedAt={job.contentPurgedAt} />
          </RunBody>
        );
      }}
    </DetailPage>
  );
}

/** Returns the program of the job, to run it again, without prices. */
function programOf(
  program: NonNullable<JobDetail['program']>,
  { cpuMillis, memoryMb, timeoutSeconds }: JobDetail['asked'],
) {
  return { ...program, cpuMillis, memoryMb, timeoutSeconds };
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
