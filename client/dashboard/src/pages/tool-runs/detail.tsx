/** One tool run: its outcome, its states with their times, its cost, its input and its output. */
import { Link } from 'wouter';
import {
  hasCode,
  isTerminal,
  type ToolRun,
  type ToolRunDetail,
  useCatalog,
  useRun,
} from '../../api/index.ts';
import { formatCount, formatDuration } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { NotFoundPage } from '../../frame/not-found.tsx';
import { RunLink } from '../../frame/run-link.tsx';
import {
  ButtonLink,
  Card,
  CopyButton,
  Fact,
  Failure,
  Json,
  Page,
  Skeleton,
  Version,
} from '../../parts/index.ts';
import { curlOfTool } from '../../snippets/index.ts';
import { Repeat } from '../playground/repeat.tsx';
import { RunBody, RunId } from '../runs/body.tsx';
import { CancelRun } from '../runs/cancel.tsx';
import { Purged } from '../runs/purged.tsx';
import { Output } from './output.tsx';
import { Progress } from './progress.tsx';

export function ToolRunPage({ title, id }: { title: string; id: string }) {
  const { workspaceId } = useHere();
  const detail = useRun('tool-runs', workspaceId, id);
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
        <Skeleton rows={8} label="Loading the run" />
      )}
    </Page>
  );
}

function PageActions({ detail: { run, input } }: { detail: ToolRunDetail }) {
  const { workspaceId, to } = useHere();
  const catalog = useCatalog(workspaceId);
  const baseUrl = catalog.data?.developerBaseUrl.replace(/\/$/, '');
  const requestKey = `again-${run.id.slice(-8)}`;
  return (
    <>
      <ButtonLink href={to('tool-runs')} icon="left" small>
        All tool runs
      </ButtonLink>
      {!isTerminal(run.state) && run.cancelRequestedAt === undefined && <CancelRun run={run} />}
      <Repeat run={run} input={input} />
      {input && baseUrl !== undefined && (
        <CopyButton
          text={curlOfTool({ baseUrl, requestKey, tool: run.tool, input })}
          what="the request as curl"
          words="Copy as curl"
        />
      )}
    </>
  );
}

function Body({ detail: { run, input, history, entries } }: { detail: ToolRunDetail }) {
  return (
    <RunBody
      {...{ run, history, entries }}
      subject={<Called run={run} />}
      facts={<Used run={run} />}
    >
      {run.progress && <Progress progress={run.progress} />}
      {run.output && <Output output={run.output} />}
      <Card title="Input">
        {input ? (
          <Json text={JSON.stringify(input)} what="the input" />
        ) : (
          <Purged what="The input and output" at={run.contentPurgedAt} />
        )}
      </Card>
    </RunBody>
  );
}

/** The tool, and the parent run. */
function Called({ run: { tool, toolVersion, parent } }: { run: ToolRun }) {
  const { to } = useHere();
  return (
    <>
      <Fact name="Tool">
        <Link href={`${to('tools')}?${new URLSearchParams({ search: tool })}`}>
          <code>{tool}</code>
        </Link>
      </Fact>
      <Fact name="Version">
        <Version hash={toolVersion} />
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

function Used({ run: { usage = {} } }: { run: ToolRun }) {
  const { durationMs, units } = usage;
  return (
    <>
      {durationMs !== undefined && <Fact name="Tool duration">{formatDuration(durationMs)}</Fact>}
      {units !== undefined && <Fact name="Units">{formatCount(units)}</Fact>}
    </>
  );
}
