/** The files of a job. The browser saves them and never opens them, because they come from code that nobody checked. */
import { artifactFile, type ComputeJob, isTerminal } from '../../api/index.ts';
import { formatBytes, plural } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, DownloadLink, Table, Version } from '../../parts/index.ts';

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
    <Table label="Artifacts">
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col" className="number">
            Size
          </th>
          <th scope="col">SHA-256</th>
          <th scope="col">
            <span className="sr-only">Download</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {artifacts.map(({ name, bytes: size, sha256 }) => (
          <tr key={name}>
            <th scope="row" className="artifact-name">
              <code>{name}</code>
            </th>
            <td data-label="Size" className="number">
              <span className="nowrap">{formatBytes(size)}</span>
            </td>
            <td data-label="SHA-256">
              <Version hash={sha256} />
            </td>
            <td className="artifact-save">
              <DownloadLink href={artifactFile(workspaceId, job.id, name)} what={name}>
                Download
              </DownloadLink>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
