/** Tries a model out: the request on the left, its result and cost on the right. */
import { useCallback, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import {
  type Catalog,
  type CreateModelRun,
  createRequestKeys,
  faultsByField,
  type Playground,
  type PromptVersion,
  useCatalog,
  usePlayground,
  usePlaygroundEstimate,
  usePromptVersion,
  useRun,
  useStartRun,
} from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Button,
  Card,
  Empty,
  Failure,
  Form,
  Notice,
  Page,
  Skeleton,
  useResting,
  useSubmission,
  useUnsaved,
} from '../../parts/index.ts';
import { Purged } from '../runs/purged.tsx';
import { ViewCode } from './code.tsx';
import { Affordable, CostBefore } from './cost.tsx';
import { type Draft, draftOf, emptyDraft, type PlaygroundMessage, readDraft } from './draft.ts';
import { Messages } from './messages.tsx';
import { Options } from './options.tsx';
import { Outcome } from './outcome.tsx';
import { Values } from './values.tsx';
import '../prompts/editor.css';
import '../runs/detail.css';
import './playground.css';

export function PlaygroundPage({ title }: { title: string }) {
  const { workspaceId } = useHere();
  const catalog = useCatalog(workspaceId);
  const playground = usePlayground(workspaceId);
  const [params] = useSearchParams();
  const run = params.get('run');
  const [prompt, version] = [params.get('prompt'), params.get('version')];
  const error = catalog.error ?? playground.error;
  return (
    <Page
      title={title}
      about="Try a model and see what it costs. Runs here are ordinary, paid runs."
    >
      {catalog.data && playground.data ? (
        playground.data.mayRun.models ? (
          <Started key={params.toString()} {...{ run, prompt, version }} catalog={catalog.data} />
        ) : (
          <Empty icon="play" title="You can’t run models in this workspace">
            An owner decides what members can run, under Settings.
          </Empty>
        )
      ) : error ? (
        <Failure
          error={error}
          onRetry={() => void Promise.all([catalog.refetch(), playground.refetch()])}
        />
      ) : (
        <Skeleton rows={8} label="Loading the playground" />
      )}
    </Page>
  );
}

interface StartedProps {
  catalog: Catalog;
  run: string | null;
  prompt: string | null;
  version: string | null;
}

function Started({ catalog, run, prompt, version }: StartedProps) {
  if (run !== null) return <FromRun catalog={catalog} id={run} />;
  if (prompt !== null && version !== null) {
    return <FromVersion catalog={catalog} name={prompt} version={version} />;
  }
  return <Bench catalog={catalog} start={emptyDraft(usualModel(catalog))} name="new" />;
}

function FromRun({ catalog, id }: { catalog: Catalog; id: string }) {
  const { workspaceId } = useHere();
  const detail = useRun('runs', workspaceId, id);
  if (!detail.data) {
    if (detail.error) {
      return <Failure error={detail.error} onRetry={() => void detail.refetch()} />;
    }
    return <Skeleton rows={8} label="Loading the run" />;
  }
  const { run, request } = detail.data;
  if (!request) {
    return (
      <Card title="Run again">
        <Purged what="What this run was asked" at={run.contentPurgedAt} />
      </Card>
    );
  }
  return <Bench catalog={catalog} start={draftOf(run.model, request)} name={id} />;
}

function FromVersion({ catalog, name, version }: { catalog: Catalog } & Named) {
  const { workspaceId } = useHere();
  const found = usePromptVersion(workspaceId, name, version);
  if (!found.data) {
    if (found.error) return <Failure error={found.error} onRetry={() => void found.refetch()} />;
    return <Skeleton rows={8} label="Loading the prompt" />;
  }
  const { config } = found.data;
  const named = catalog.models.find(({ id }) => id === config?.model);
  const model = named?.id ?? usualModel(catalog);
  return (
    <Bench
      catalog={catalog}
      start={emptyDraft(model)}
      version={found.data}
      name={`${name} ${version}`}
    />
  );
}

/** Returns the model that ran last in this browser, if it is still offered; otherwise one that simply answers. */
function usualModel({ models }: Pick<Catalog, 'models'>): string {
  const last = remembered();
  const found =
    models.find(({ id }) => id === last) ??
    models.find(({ id }) => id === 'sandbox/echo') ??
    models.find(({ id }) => !id.startsWith('sandbox/')) ??
    models[0];
  return found?.id ?? '';
}

const LAST_MODEL = 'playground-model';

/** The browser can forbid storage. */
function remembered(): string | null {
  try {
    return localStorage.getItem(LAST_MODEL);
  } catch {
    return null;
  }
}

function remember(model: string): void {
  try {
    localStorage.setItem(LAST_MODEL, model);
  } catch {
    // If the browser forbids storage, the playground begins with the first model next time.
  }
}

interface Named {
  name: string;
  version: string;
}

interface BenchProps {
  catalog: Catalog;
  start: Draft;
  /** Of the form, for its unsaved text. */
  name: string;
  version?: PromptVersion;
}

const FIELDS = ['model', 'messages', 'maxOutputTokens', 'temperature', 'top_p', 'seed', 'stop'];

function Bench({ catalog, start, name, version }: BenchProps) {
  const { workspaceId } = useHere();
  const playground = usePlayground(workspaceId);
  // The initial values of the form stay, even if the page reads them again.
  const {
    form: draft,
    change: setDraft,
    discard,
    isKept,
    settle,
  } = useUnsaved(`playground ${workspaceId} ${name}`, start);
  const [prompt, setPrompt] = useState(version);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const { model, most, body, faults: own } = useRequest(catalog, draft, prompt);
  const estimate = usePlaygroundEstimate(workspaceId, useResting(body));
  const { submission, runId } = useRunning(body, settle);
  const error = submission.error ?? (body && estimate.error) ?? undefined;
  const faults = { ...faultsByField(error, FIELDS), ...own };
  const keep = useRef(setDraft);
  keep.current = setDraft;
  const onRendered = useCallback((messages: PlaygroundMessage[] | undefined) => {
    keep.current((before) => ({ ...before, messages: messages ?? NOTHING_YET }));
  }, []);
  return (
    <Form submission={{ ...submission, error }} fields={FIELDS}>
      <div className="columns playground">
        <div className="stack">
          {prompt ? (
            <Values version={prompt} {...{ onRendered }} onEdit={() => setPrompt(undefined)} />
          ) : (
            <Card
              title="Messages"
              actions={
                isKept && (
                  <Button small look="quiet" onPress={discard}>
                    Start over
                  </Button>
                )
              }
            >
              <div className="editor-fields">
                <Messages
                  messages={draft.messages}
                  onChange={(messages) => change({ messages })}
                  fault={faults.messages}
                />
                <Rest draft={draft} onDrop={() => change({ rest: {} })} />
              </div>
            </Card>
          )}
          <div className="playground-outcome">
            <Outcome runId={runId} />
          </div>
        </div>
        <div className="stack">
          <Options {...{ catalog, model, most, draft, faults }} onChange={change} />
          <Card title="Run">
            <CostBefore
              estimate={body && estimate.data}
              playground={playground.data as Playground}
            />
            <Affordable
              error={submission.error}
              onChange={(maxOutputTokens) => {
                submission.reset();
                change({ maxOutputTokens });
              }}
            />
            <div className="playground-acts">
              <Button type="submit" look="primary" icon="play" isDisabled={!body}>
                Run
              </Button>
              <ViewCode baseUrl={catalog.developerBaseUrl.replace(/\/$/, '')} body={body} />
            </div>
          </Card>
        </div>
      </div>
    </Form>
  );
}

const NOTHING_YET: PlaygroundMessage[] = [{ id: 0, role: 'user', content: '' }];

/** Returns the request that the form would send. */
function useRequest(catalog: Catalog, draft: Draft, prompt: PromptVersion | undefined) {
  const model = catalog.models.find(({ id }) => id === draft.model);
  const most = Math.min(
    catalog.limits.maxOutputTokens,
    model?.maxOutputTokens ?? catalog.limits.maxOutputTokens,
  );
  const { body, faults } = readDraft(draft, model, most);
  const attribution = prompt && {
    promptId: prompt.name,
    promptVersion: String(prompt.version),
  };
  return { model, most, faults, body: body && { ...body, ...(attribution && { attribution }) } };
}

/** Each press is one purchase; if the answer was lost, the next press repeats it under its request key. */
function useRunning(body: CreateModelRun | undefined, onSent: () => void) {
  const { workspaceId } = useHere();
  const keys = useRef(createRequestKeys());
  const [runId, setRunId] = useState<string>();
  const start = useStartRun(workspaceId);
  const submission = useSubmission(async () => {
    if (!body) return;
    remember(body.model);
    const requestKey = keys.current.keyFor(JSON.stringify(body));
    try {
      setRunId(await start.mutateAsync({ body, requestKey }));
      onSent();
      keys.current.settle();
    } catch (error) {
      keys.current.settle(error);
      throw error;
    }
  });
  return { submission, runId };
}

/** Lists the members of the run that no field shows. */
function Rest({ draft: { rest }, onDrop }: { draft: Draft; onDrop: () => void }) {
  const { tools = [], response_format: format } = rest;
  const parts = [
    ...(tools && tools.length > 0
      ? [`${tools.length} function${tools.length > 1 ? 's' : ''}`]
      : []),
    ...(format ? [`a ${format.type} response format`] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <Notice
      tone="info"
      actions={
        <Button small onPress={onDrop}>
          Leave out
        </Button>
      }
    >
      {`Also sent: ${parts.join(' and ')} of the original run.`}
    </Notice>
  );
}
