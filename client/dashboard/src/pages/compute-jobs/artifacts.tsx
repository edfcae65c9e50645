/** The files of a job. The browser saves them and never opens them, because they come from code that nobody checked. */
import { artifactFile, type ComputeJob, isTerminal } from '../../api/index.ts';
import { formatBytes, plural } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, DataTable, DownloadLink, Version } from '../../parts/index.ts';

interface ArtifactsProps {
  job: ComputeJob;
  /** The paths that the job was asked to keep. */
  requested: string[];
}

export function Artifacts({ job, requested }: ArtifactsProps) {
  const { artifacts = [] } = job;
  const names = new Set(artifacts.map(({ name }) => name));
  const missing = job.state === 'completed' ? requested.filter((name) => !names.has(name)) : [];
  if (artifacts.length === 0 && requested.length === 0) return null;
  const bytes = artifacts.reduce((sum, each) => sum + each.bytes, 0);
  return (
    <Card
      title="Artifacts"
      about={
        artifacts.length > 0
          ? `${plural(artifacts.length, 'file')}, ${formatBytes(bytes)}. Created by the job’s code. Open with care.`
          : undefined
      }
      isFlush={artifacts.length > 0}
    >
      {artifacts.length > 0 && <Files job={job} />}
      {missing.length > 0 && (
        <p className={artifacts.length > 0 ? 'artifact-missing hint' : 'hint'}>
          Not kept: {missing.length === 1 ? 'it was' : 'they were'} not there at the end, or too
          large:{' '}
          {missing.map((name, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <code>{name}</code>
            </span>
          ))}
        </p>
      )}
      {artifacts.length === 0 && missing.length === 0 && (
        <p className="muted">
          {isTerminal(job.state)
            ? 'The job produced no files.'
            : `${plural(requested.length, 'file')} will be kept when the job ends.`}
        </p>
      )}
    </Card>
  );
}

function Files({ job }: { job: ComputeJob }) {
  const { workspaceId } = useHere();
  const { artifacts = [] } = job;
  return (
    <DataTable
      label="Artifacts"
      rows={artifacts}
      keyOf={({ name }) => name}
      numbers={['Size']}
      classes={{ File: 'artifact-name' }}
      columns={{
        File: ({ name }) => <code>{name}</code>,
        Size: ({ bytes }) => <span className="nowrap">{formatBytes(bytes)}</span>,
        'SHA-256': ({ sha256 }) => <Version hash={sha256} />,
      }}
      actions={({ name }) => (
        <DownloadLink href={artifactFile(workspaceId, job.id, name)} what={name}>
          Download
        </DownloadLink>
      )}
    />
  );
}
