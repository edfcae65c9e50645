/** One tool run: its outcome, its states with their times, its cost, its input and its output. */
import { Link } from 'wouter';
import type { ToolRun } from '../../api/index.ts';
import { formatCount, formatDuration } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, Fact, Json, Version } from '../../parts/index.ts';
import { curlOfTool } from '../../snippets/index.ts';
import { Repeat } from '../playground/repeat.tsx';
import { DetailPage, Lead, RunBody } from '../runs/body.tsx';
import { Purged } from '../runs/purged.tsx';
import { Output } from './output.tsx';
import { Progress } from './progress.tsx';

export function ToolRunPage({ title, id }: { title: string; id: string }) {
  return (
    <DetailPage
      kind="tool-runs"
      {...{ title, id }}
      repeat={({ run, input }) => <Repeat run={run} input={input} />}
      curl={({ run, input }, baseUrl, requestKey) =>
        input && curlOfTool({ baseUrl, requestKey, tool: run.tool, input })
      }
    >
      {({ run, input, history, entries }) => (
        <RunBody
          {...{ run, history, entries }}
          lead={<Lead run={run} />}
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
      )}
    </DetailPage>
  );
}

function Called({ run: { tool, toolVersion } }: { run: ToolRun }) {
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
