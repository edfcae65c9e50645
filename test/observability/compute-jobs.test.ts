/** Compute jobs together with runs of other kinds: in traces, metrics and exports. */
import { expect, it } from 'vitest';
import { createClient, expectCompleted } from '../../client/index.ts';
import { createObservability } from '../../client/observability.ts';
import { startService } from '../support/service.ts';

it('a job is a span with how its code ended, a group of metrics and a row of an export', async () => {
  const service = await startService({ validatesResponses: true });
  const { key } = await service.tenant();
  const options = { baseUrl: service.url, apiKey: key.key };
  const { modelRuns, computeJobs } = createClient(options);
  const observability = createObservability(options);
  const model = { model: 'sandbox/echo', messages: [{ role: 'user' as const, content: 'Hi' }] };
  const run = await modelRuns.createAndWait({ ...model, maxOutputTokens: 9 });
  const request = {
    ...{ environment: 'javascript', timeoutSeconds: 30, source: 'job.exit(3)' },
    parent: { runId: run.id, toolCallId: 'call_1' },
  };
  const job = expectCompleted(await computeJobs.createAndWait(request));

  const { spans } = await observability.traces.get(job.traceId!);
  const span = spans.find(({ run: of }) => of?.id === job.id)!;
  expect(span).toMatchObject({ name: 'run_code javascript', status: 'ok', operation: 'run_code' });
  const detail = await observability.traces.getSpan(job.traceId!, span.spanId);
  expect(detail.attributes).toMatchObject({
    'gen_ai.operation.name': 'run_code',
    'gen_ai.tool.call.id': 'call_1',
    'model_run_api.compute.environment': 'javascript',
    'model_run_api.compute.result': 'exited',
    'model_run_api.compute.billable_ms': job.usage!.billableMs,
    'process.exit.code': 3,
  });
  expect(JSON.stringify(detail)).not.toContain('job.exit');

  const hour = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) };
  const { data } = await observability.metrics({
    ...{ measures: ['charged', 'count'], dimensions: ['kind', 'environment'], ...hour },
    filters: [{ dimension: 'environment', values: ['javascript'] }],
  });
  expect(data).toEqual([
    {
      group: { kind: 'compute_job', environment: 'javascript' },
      ...{ charged: job.chargedAmount, count: 1 },
    },
  ]);
  const file = await observability.export({ dataset: 'runs', format: 'ndjson', ...hour });
  const rows = (await new Response(file).text()).trim().split('\n');
  expect(rows.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      ...{ id: job.id, kind: 'compute_job', environment: 'javascript' },
      ...{ state: 'completed', chargedAmount: job.chargedAmount, parentRunId: run.id },
    }),
  );
  await service.close();
});
