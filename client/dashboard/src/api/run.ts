/** One run of any kind, polled until it has ended, and the actions on it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, http } from './client.ts';
import type { ComputeJob, ModelRun, ToolRun } from './contract.ts';
import { isTerminal } from './runs-feed.ts';

const RUN = '/v1/dashboard/workspaces/{workspaceId}/runs/{runId}';
const TOOL_RUN = '/v1/dashboard/workspaces/{workspaceId}/tool-runs/{toolRunId}';
const JOB = '/v1/dashboard/workspaces/{workspaceId}/compute-jobs/{jobId}';
const EVERY = 2_000;

export type AnyRun = ModelRun | ToolRun | ComputeJob;

export function isToolRun(run: AnyRun): run is ToolRun {
  return 'tool' in run;
}

export function isJob(run: AnyRun): run is ComputeJob {
  return 'environment' in run;
}

const live = {
  refetchInterval: ({ state }: { state: { data?: { run: AnyRun } | undefined } }) =>
    state.data && !isTerminal(state.data.run.state) ? EVERY : false,
} as const;

const liveJob = {
  refetchInterval: ({ state }: { state: { data?: { job: ComputeJob } | undefined } }) =>
    state.data && !isTerminal(state.data.job.state) ? EVERY : false,
} as const;

export function useRun(workspaceId: string, runId: string) {
  return api.useQuery('get', RUN, { params: { path: { workspaceId, runId } } }, live);
}

export function useToolRun(workspaceId: string, toolRunId: string) {
  return api.useQuery('get', TOOL_RUN, { params: { path: { workspaceId, toolRunId } } }, live);
}

export function useJob(workspaceId: string, jobId: string) {
  return api.useQuery('get', JOB, { params: { path: { workspaceId, jobId } } }, liveJob);
}

/** Cancels the run, or has the service look it up. Returns the run in its current state. */
export function useRunAction(workspaceId: string, run: AnyRun, action: 'cancel' | 'look-up') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<AnyRun> => {
      if (isJob(run)) {
        const init = { params: { path: { workspaceId, jobId: run.id } } };
        const { data, error } =
          action === 'cancel'
            ? await http.POST(`${JOB}/cancel`, init)
            : await http.POST(`${JOB}/look-up`, init);
        if (!data) throw error;
        client.setQueryData(['get', JOB, init], data);
        return data.job;
      }
      if (isToolRun(run)) {
        const init = { params: { path: { workspaceId, toolRunId: run.id } } };
        const { data, error } =
          action === 'cancel'
            ? await http.POST(`${TOOL_RUN}/cancel`, init)
            : await http.POST(`${TOOL_RUN}/look-up`, init);
        if (!data) throw error;
        client.setQueryData(['get', TOOL_RUN, init], data);
        return data.run;
      }
      const init = { params: { path: { workspaceId, runId: run.id } } };
      const { data, error } =
        action === 'cancel'
          ? await http.POST(`${RUN}/cancel`, init)
          : await http.POST(`${RUN}/look-up`, init);
      if (!data) throw error;
      client.setQueryData(['get', RUN, init], data);
      return data.run;
    },
  });
}
