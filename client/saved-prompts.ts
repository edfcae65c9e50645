/** The functions for prompts, each built on the raw client. */

import type { Client } from 'openapi-fetch';
import { type ResponsePromise, responding } from './answers.ts';
import { bodyOf } from './body.ts';
import type { CallOptions } from './call-options.ts';
import type {
  CreatePromptVersion,
  PlainPaths,
  Prompt,
  PromptDiff,
  PromptList,
  PromptUsage,
  PromptVersion,
  PromptVersionList,
  PromptVersionSummary,
  RenderedPrompt,
  RenderPrompt,
} from './contract.ts';
import { UsageError } from './errors.ts';
import { createKeyed, type KeyedOptions } from './keyed.ts';
import { type Paged, paged } from './paging.ts';
import { isProblem } from './problems.ts';
import type { Send } from './transport.ts';

export interface SavedVersion {
  version: PromptVersion;
  /** The request key of the save. */
  requestKey: string;
  /** Whether the version existed before, so that this request saved nothing. */
  replayed: boolean;
}

export interface LabelOptions extends CallOptions {
  /**
   * The version that the label is on, as `get`, `save` or `label` of this client returned it. If the label has moved
   * since, the move fails with a `PreconditionFailedError`.
   */
  ifOn?: PromptVersion;
}

/** Selects a version by its number or a label. Default: the label `production`. */
export type Which = Pick<RenderPrompt, 'version' | 'label'>;

export interface Prompts {
  /**
   * Saves the next version of a prompt. Retried, with the same request key and body, after connection errors, 408, 429
   * and 5xx. Throws `VersionConflictError` if `parentVersion` is not the latest, `InvalidPromptError` with pointers.
   */
  save(version: CreatePromptVersion, options?: KeyedOptions): ResponsePromise<SavedVersion>;
  /** Gets one version. Throws `NotFoundError` if the prompt, version or label does not exist. */
  get(name: string, which?: Which, options?: CallOptions): ResponsePromise<PromptVersion>;
  /** Lists the prompts of the workspace, by name. */
  list(filters?: { limit?: number }, options?: CallOptions): Paged<Prompt, PromptList>;
  /** Lists the versions of a prompt, newest first, without their content. */
  versions(
    name: string,
    filters?: { limit?: number },
    options?: CallOptions,
  ): Paged<PromptVersionSummary, PromptVersionList>;
  /** Puts a label on a version, and returns it. `LabelProtectedError` if only admins move it, in the dashboard. */
  label(
    name: string,
    label: string,
    version: number,
    options?: LabelOptions,
  ): ResponsePromise<PromptVersion>;
  /** Returns messages for a model run, and its attribution. `InvalidVariablesError` points at each wrong value. */
  render(
    name: string,
    request?: RenderPrompt,
    options?: CallOptions,
  ): ResponsePromise<RenderedPrompt>;
  /** Shows what differs between two versions. */
  diff(name: string, from: number, to: number, options?: CallOptions): ResponsePromise<PromptDiff>;
  /** What the model runs of a prompt used and cost, by version: in the last 30 days, or in another period. */
  usage(
    name: string,
    span?: { from?: string | Date; to?: string | Date },
    options?: CallOptions,
  ): ResponsePromise<PromptUsage>;
}

const PATH = '/v1/developer/observability/prompts';

export function createPrompts(raw: Client<PlainPaths>, send: Send): Prompts {
  // The tags of versions that this client returned: a version has no member for its tag.
  const tags = new WeakMap<PromptVersion, string>();

  const tagged: Tagged = (data, headers) => {
    const tag = headers.get('ETag');
    if (tag) tags.set(data!, tag);
    return data!;
  };

  const prompts: Prompts = {
    ...createReads(raw, send),

    save: createSave(raw, send, tagged),

    get: (name, which, options) =>
      responding(options, async (call) => {
        const params = { path: { name: checkName(name) }, query: withoutNulls(which) };
        const { data, headers } = await send<PromptVersion>(
          (init) => raw.GET(`${PATH}/{name}`, { ...init, params }),
          call,
        );
        return tagged(data, headers);
      }),

    label: (name, label, version, options) =>
      responding(options, async ({ ifOn, ...call }) => {
        const tag = ifOn && tags.get(ifOn);
        if (ifOn && tag === undefined) {
          throw new UsageError('ifOn is no version as this client gave it: read it again.');
        }
        const header = tag === undefined ? {} : { 'If-Match': tag };
        const params = { path: { name: checkName(name), label: checkName(label) }, header };
        try {
          const { data, headers } = await send<PromptVersion>(
            (init) =>
              raw.PUT(`${PATH}/{name}/labels/{label}`, { ...init, params, body: { version } }),
            call,
          );
          return tagged(data, headers);
        } catch (error) {
          if (!isProblem(error, 'precondition_failed')) throw error;
          // It may have been this very move, whose response was lost.
          const now = await prompts.get(name, { label }, call).catch(() => undefined);
          if (now?.version === version) return now;
          throw error;
        }
      }),
  };
  return prompts;
}

/** Remembers the tag of a received version. */
type Tagged = (data: PromptVersion | undefined, headers: Headers) => PromptVersion;

function createSave(raw: Client<PlainPaths>, send: Send, tagged: Tagged): Prompts['save'] {
  return (version, options) =>
    responding(options, async (call) => {
      const post = (init: object) => raw.POST(PATH, init as never);
      const saved = await createKeyed<PromptVersion>(send, post, version, call);
      const { data, headers, requestKey } = saved;
      const replayed = headers.get('Idempotent-Replayed') === 'true';
      return { version: tagged(data, headers), requestKey, replayed };
    });
}

type Reads = Pick<Prompts, 'list' | 'versions' | 'render' | 'diff' | 'usage'>;

function createReads(raw: Client<PlainPaths>, send: Send): Reads {
  return {
    list: (filters, options) =>
      paged(filters, options, async (query, call) => {
        const params = { query };
        const { data } = await send<PromptList>((init) => raw.GET(PATH, { ...init, params }), call);
        return data!;
      }),

    versions: (name, filters, options) =>
      paged(filters, options, async (query, call) => {
        const params = { path: { name: checkName(name) }, query };
        const { data } = await send<PromptVersionList>(
          (init) => raw.GET(`${PATH}/{name}/versions`, { ...init, params }),
          call,
        );
        return data!;
      }),

    render: (name, request, options) =>
      responding(options, async (call) => {
        const body = bodyOf(request ?? {});
        const params = { path: { name: checkName(name) } };
        const { data } = await send<RenderedPrompt>(
          (init) => raw.POST(`${PATH}/{name}/render`, { ...init, params, ...body }),
          call,
        );
        return data!;
      }),

    diff: (name, from, to, options) =>
      responding(options, async (call) => {
        const params = { path: { name: checkName(name) }, query: { from, to } };
        const { data } = await send<PromptDiff>(
          (init) => raw.GET(`${PATH}/{name}/diff`, { ...init, params }),
          call,
        );
        return data!;
      }),

    usage: (name, { from, to } = {}, options) =>
      responding(options, async (call) => {
        const query = {
          ...(from !== undefined && { from: momentOf(from) }),
          ...(to !== undefined && { to: momentOf(to) }),
        };
        const params = { path: { name: checkName(name) }, query };
        const { data } = await send<PromptUsage>(
          (init) => raw.GET(`${PATH}/{name}/usage`, { ...init, params }),
          call,
        );
        return data!;
      }),
  };
}

/** Empty, `.`, `..`, and characters that a path can't carry. */
const NO_NAME = /^\.{0,2}$|[\p{Cc}\p{Surrogate}]/u;

function checkName(name: string): string {
  if (typeof name === 'string' && !NO_NAME.test(name)) return name;
  throw new UsageError('Give the name of a prompt or of a label.');
}

/** In a query, null counts as absent. */
function withoutNulls({ version, label }: Which = {}): { version?: number; label?: string } {
  return { ...(version != null && { version }), ...(label != null && { label }) };
}

function momentOf(moment: string | Date): string {
  if (typeof moment === 'string') return moment;
  if (Number.isNaN(moment.getTime())) throw new UsageError('A moment is an invalid date.');
  return moment.toISOString();
}
