/** The environments of compute jobs: how well each isolates code from the machine, its bounds, and its prices. */
import { Link } from 'wouter';
import { type ComputeEnvironment, useCatalog, useEnvironments } from '../../api/index.ts';
import { formatBytes, formatDuration } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Badge,
  ButtonLink,
  Card,
  Code,
  Empty,
  Fact,
  Facts,
  Listing,
  Page,
} from '../../parts/index.ts';
import { curlOfJob } from '../../snippets/index.ts';
import './environments.css';

export function EnvironmentsPage({ title }: { title: string }) {
  const { workspaceId, to } = useHere();
  const catalog = useEnvironments(workspaceId);
  const limits = catalog.data?.limits;
  return (
    <Page
      title={title}
      about="Where compute jobs run. Prices in US dollars, before fees."
      actions={
        <ButtonLink href={to('compute-jobs')} icon="right" small>
          Compute jobs
        </ButtonLink>
      }
    >
      <Listing
        list={catalog}
        rows={catalog.data?.environments}
        what="the environments"
        empty={<NoEnvironments />}
      >
        {(rows) => (
          <div className="environments">
            {rows.map((environment) => (
              <Environment key={environment.id} environment={environment} />
            ))}
            {limits && (
              <Card title="Limits for every job">
                <Facts>
                  <Fact name="Program and files">{formatBytes(limits.maxInputBytes)} together</Fact>
                  <Fact name="Logs">
                    {formatBytes(limits.maxLogBytes)} of both streams are kept
                  </Fact>
                  <Fact name="Artifacts">{formatBytes(limits.maxArtifactBytes)} together</Fact>
                  <Fact name="Time limit">{formatDuration(limits.maxTimeoutSeconds * 1_000)}</Fact>
                </Facts>
              </Card>
            )}
          </div>
        )}
      </Listing>
    </Page>
  );
}

function Environment({ environment }: { environment: ComputeEnvironment }) {
  const { to } = useHere();
  const { id, description, kind, isolation, network } = environment;
  const of = ISOLATIONS[isolation];
  return (
    <Card
      title={id}
      about={description}
      actions={<Badge tone={of?.tone ?? 'plain'}>{of?.words ?? isolation}</Badge>}
    >
      <div className="environment">
        <div className="environment-facts">
          <Facts>
            <Fact name="Isolation">{of?.about ?? isolation}</Fact>
            <Fact name="Network">{NETWORKS[network] ?? network}</Fact>
            <Fact name="Input">{BRINGS[kind] ?? kind}</Fact>
            <Fact name="Processors">{environment.maxCpuMillis / 1_000} at most</Fact>
            <Fact name="Memory">{formatBytes(environment.maxMemoryMb * 1_048_576)} at most</Fact>
            <Fact name="Time">{formatDuration(environment.maxTimeoutSeconds * 1_000)} at most</Fact>
            <Fact name="View jobs">
              <Link href={`${to('compute-jobs')}?${new URLSearchParams({ environment: id })}`}>
                Jobs in this environment
              </Link>
            </Fact>
          </Facts>
          <Prices environment={environment} />
        </div>
        <HowTo environment={environment} />
      </div>
    </Card>
  );
}

function Prices({ environment: { pricing, billedTime } }: { environment: ComputeEnvironment }) {
  const lines = [
    ['Per started job', pricing.perJob],
    ['Per CPU second', pricing.perCpuSecond],
    ['Per GiB second of memory', pricing.perGibSecond],
  ] as const;
  return (
    <section aria-label="Prices">
      <h3>Prices</h3>
      <table className="receipt">
        <tbody>
          {lines.map(([name, price]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="number">${price}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">
        {billedTime === 'processor'
          ? 'Jobs are billed by the millisecond: for the processor time that their code uses, at least a tenth of what they request, and for the memory they request while it runs.'
          : 'Jobs are billed by the millisecond for the resources they request while their code runs.'}
      </p>
    </section>
  );
}

function HowTo({
  environment: { id, kind, pricing, billedTime },
}: {
  environment: ComputeEnvironment;
}) {
  const { workspaceId } = useHere();
  const catalog = useCatalog(workspaceId);
  if (!catalog.data || (kind !== 'source' && kind !== 'command')) return null;
  const baseUrl = catalog.data.developerBaseUrl.replace(/\/$/, '');
  const program =
    kind === 'source'
      ? { source: { bytes: 0, text: 'console.log(1 + 1)' } }
      : { command: ['echo', 'Hello'] };
  const asked = { cpuMillis: 1_000, memoryMb: 128, timeoutSeconds: 60, pricing, billedTime };
  const job = { baseUrl, environment: id, asked, program, requestKey: `hello-${id}` };
  return (
    <section aria-label="Run code here">
      <h3>Run code here</h3>
      <Code text={curlOfJob(job) ?? ''} language="shell" what={`the curl command for ${id}`} />
    </section>
  );
}

function NoEnvironments() {
  return (
    <Empty icon="environments" title="No environments">
      This deployment doesn’t run code. Its operator adds environments with{' '}
      <code>COMPUTE_FILE</code> and <code>COMPUTE_MAX_JOBS</code>.
    </Empty>
  );
}

/** The kinds of isolation between the code and the machine, the weakest first. */
const ISOLATIONS: Record<string, { words: string; about: string; tone: string }> = {
  container: {
    ...{ words: 'Container', tone: 'warn' },
    about: 'A container on the machine’s kernel, with limits.',
  },
  wasm: { words: 'WebAssembly', about: 'WebAssembly in a process with limits.', tone: 'good' },
  gvisor: { words: 'gVisor', about: 'Its own kernel in user space.', tone: 'good' },
  vm: { words: 'Virtual machine', about: 'A virtual machine.', tone: 'good' },
};

const BRINGS: Record<string, string> = {
  source: 'Program source',
  command: 'A command',
};

const NETWORKS: Record<string, string> = {
  none: 'None',
  allowlist: 'Hosts allowed by the operator',
};
