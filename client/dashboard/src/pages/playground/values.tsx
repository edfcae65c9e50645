/** A version of a prompt with values for its variables, as the service renders it. */
import { useEffect, useState } from 'react';
import {
  type Draft as PromptDraft,
  type PromptVersion,
  usePromptPreview,
} from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Button, Card, Failure, Field, Notice, Skeleton } from '../../parts/index.ts';
import { typedValueOf } from '../prompts/draft.ts';
import { PromptLink } from '../prompts/link.tsx';
import { LongText } from '../runs/long-text.tsx';
import type { PlaygroundMessage } from './draft.ts';
import { useResting } from './resting.ts';

interface ValuesProps {
  version: PromptVersion;
  /** Undefined while the prompt cannot be rendered. */
  onRendered: (messages: PlaygroundMessage[] | undefined) => void;
  onEdit: () => void;
}

export function Values({ version, onRendered, onEdit }: ValuesProps) {
  const { workspaceId } = useHere();
  const [values, setValues] = useState<Record<string, string>>({});
  const draft = useResting(draftOf(version, values));
  const preview = usePromptPreview(workspaceId, draft);
  const { data, error } = preview;
  useEffect(() => {
    const isWhole = data && data.faults.length === 0;
    onRendered(isWhole ? data.messages?.map((message, id) => ({ id, ...message })) : undefined);
  }, [data, onRendered]);
  return (
    <Card
      title="Prompt"
      about={
        <PromptLink name={version.name} version={version.version}>
          {version.name}, version {version.version}
        </PromptLink>
      }
      actions={
        <Button small onPress={onEdit} isDisabled={!data || data.faults.length > 0}>
          Edit messages
        </Button>
      }
    >
      {data ? (
        <div className="editor-fields">
          {version.variableNames.map((name) => (
            <Field
              key={name}
              label={name}
              value={values[name] ?? ''}
              onChange={(text) => setValues({ ...values, [name]: text })}
              fault={faultOf(data.faults, name)}
              autoComplete="off"
            />
          ))}
          {data.faults.some(({ pointer }) => !pointer?.startsWith('#/values/')) && (
            <Notice tone="warn" title="This version can’t be rendered">
              {data.faults.map(({ detail }) => detail).join(' ')}
            </Notice>
          )}
          <ol className="messages" aria-label="Messages">
            {(data.messages ?? []).map(({ role, content }, index) => (
              <li key={`message ${String(index)}`}>
                <article className={`message ${role}`}>
                  <header>
                    <strong>{ROLES[role]}</strong>
                  </header>
                  <LongText text={content} />
                </article>
              </li>
            ))}
          </ol>
        </div>
      ) : error ? (
        <Failure error={error} onRetry={() => void preview.refetch()} />
      ) : (
        <Skeleton rows={3} label="Rendering the prompt" />
      )}
    </Card>
  );
}

function draftOf(version: PromptVersion, values: Record<string, string>): PromptDraft {
  const { text, messages, variables } = version;
  const filled = Object.entries(values).filter(([, value]) => value !== '');
  return {
    ...(text === undefined ? { messages } : { text }),
    ...(variables && { variables }),
    values: Object.fromEntries(
      filled.map(([name, value]) => [name, typedValueOf(value, variables, name)]),
    ),
  } as PromptDraft;
}

function faultOf(faults: { pointer?: string; detail: string }[], name: string) {
  const field = `#/values/${name}`;
  return faults.find(({ pointer }) => pointer === field || pointer?.startsWith(`${field}/`))
    ?.detail;
}

const ROLES = { system: 'System', user: 'User', assistant: 'Assistant' };
