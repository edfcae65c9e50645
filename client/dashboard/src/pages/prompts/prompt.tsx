/** The page of one prompt: the content and cost of a version, its changes, and the labels. */
import { useSearchParams } from 'wouter';
import { hasCode, type PromptRow, usePrompt } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { NotFoundPage } from '../../frame/not-found.tsx';
import { ButtonLink, CopyButton, Loaded, Page } from '../../parts/index.ts';
import { Labels } from './labels.tsx';
import { useMaySave } from './rights.ts';
import { PromptScores } from './scores.tsx';
import { PromptUsage } from './usage.tsx';
import { ShownVersion } from './version.tsx';
import { Versions } from './versions.tsx';

export function PromptPage({ name }: { name: string }) {
  const { workspaceId, to } = useHere();
  const prompt = usePrompt(workspaceId, name);
  const maySave = useMaySave();
  const [params] = useSearchParams();
  const from = params.get('version') ?? String(prompt.data?.latestVersion);
  const next = new URLSearchParams({ name, from });
  if (hasCode(prompt.error, 'not_found')) return <NotFoundPage />;
  return (
    <Page
      title="Prompt"
      of={name}
      about={
        <span className="prompt-title">
          <code>{name}</code>
          <CopyButton text={name} what="the name" look="quiet" />
        </span>
      }
      actions={
        <>
          <ButtonLink href={to('prompts')} icon="left" small>
            All prompts
          </ButtonLink>
          {prompt.data && (
            <ButtonLink
              href={`${to('playground')}?${new URLSearchParams({ prompt: name, version: from })}`}
              icon="play"
              small
            >
              Open in playground
            </ButtonLink>
          )}
          {maySave && prompt.data && (
            <ButtonLink href={`${to('prompts')}?${next}`} icon="plus" look="primary" small>
              New version
            </ButtonLink>
          )}
        </>
      }
    >
      <Loaded query={prompt} rows={8} label="Loading the prompt">
        {(data) => <Body prompt={data} />}
      </Loaded>
    </Page>
  );
}

function Body({ prompt }: { prompt: PromptRow }) {
  const [params] = useSearchParams();
  const version = params.get('version') ?? String(prompt.latestVersion);
  return (
    <>
      <div className="columns">
        <div className="stack">
          <ShownVersion prompt={prompt} version={version} />
        </div>
        <div className="stack">
          <Labels prompt={prompt} />
          <Versions prompt={prompt} shown={version} />
        </div>
      </div>
      <PromptUsage name={prompt.name} />
      <PromptScores name={prompt.name} />
    </>
  );
}
