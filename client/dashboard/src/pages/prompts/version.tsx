/** Shows the content of a version, or its differences from another version. */
import { useState } from 'react';
import {
  type PromptRow,
  type PromptVersion,
  type PromptVersionRow,
  useKeyNames,
  usePromptVersion,
} from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, Fact, Facts, Json, Loaded, Moment, Segments, Version } from '../../parts/index.ts';
import { LongText } from '../runs/long-text.tsx';
import { Changes } from './diff.tsx';
import { PromptLink } from './link.tsx';
import { RenderedMessages } from './rendered.tsx';
import { HowToSave } from './save.tsx';

type View = 'content' | 'changes';

export function ShownVersion({ prompt, version }: { prompt: PromptRow; version: string }) {
  const { workspaceId } = useHere();
  const [view, setView] = useState<View>('content');
  const found = usePromptVersion(workspaceId, prompt.name, version);
  const { data } = found;
  return (
    <>
      <Card
        title={`Version ${version}`}
        {...(data?.comment !== undefined && { about: data.comment })}
        actions={
          data &&
          prompt.latestVersion > 1 && (
            <Segments label="Show" options={VIEWS} value={view} onChange={setView} />
          )
        }
      >
        <Loaded query={found} rows={4} label="Loading the version">
          {(data) =>
            view === 'content' ? (
              <Content version={data} />
            ) : (
              <Changes key={version} prompt={prompt} version={data} />
            )
          }
        </Loaded>
      </Card>
      {data && <About version={data} />}
      {data && (
        <Card
          title="Save a version from your program"
          about="Use a key with the permission prompts:run."
        >
          <HowToSave
            key={version}
            name={prompt.name}
            content={data}
            parent={prompt.latestVersion}
          />
        </Card>
      )}
    </>
  );
}

const VIEWS: { value: View; label: string }[] = [
  { value: 'content', label: 'Content' },
  { value: 'changes', label: 'What changed' },
];

function Content({ version: { text, messages } }: { version: PromptVersion }) {
  if (text !== undefined) return <LongText text={text} />;
  return <RenderedMessages messages={messages} />;
}

function About({ version }: { version: PromptVersionRow }) {
  const { workspaceId } = useHere();
  const nameOfKey = useKeyNames(workspaceId);
  const { variableNames, references, parentVersion, keyId, savedBy } = version;
  const { variables, config } = version;
  return (
    <Card title="About this version">
      <Facts>
        <Fact name="Saved">
          <Moment at={version.createdAt} />{' '}
          {savedBy
            ? `by ${savedBy.name}`
            : keyId === undefined
              ? 'on the command line'
              : `with the key ${nameOfKey(keyId)}`}
        </Fact>
        {parentVersion !== undefined && (
          <Fact name="Based on">
            {parentVersion === 0 ? 'None (first version)' : `version ${parentVersion}`}
          </Fact>
        )}
        <Fact name="Variables">
          {variableNames.length === 0 ? 'none' : <code>{variableNames.join(', ')}</code>}
        </Fact>
        <Fact name="References">
          {references.length === 0 && 'none'}
          {references.map((each) => (
            <span key={`${each.name}@${each.version}`} className="prompt-reference">
              <PromptLink {...each}>
                {each.name}, version {each.version}
              </PromptLink>
            </span>
          ))}
        </Fact>
        <Fact name="Content hash">
          <Version hash={version.contentHash} />
        </Fact>
      </Facts>
      {variables && (
        <details className="tool">
          <summary>Variables (JSON Schema)</summary>
          <Json text={JSON.stringify(variables)} what="the schema of the variables" />
        </details>
      )}
      {config && (
        <details className="tool" open>
          <summary>Config</summary>
          <Json text={JSON.stringify(config)} what="the config" />
        </details>
      )}
    </Card>
  );
}
