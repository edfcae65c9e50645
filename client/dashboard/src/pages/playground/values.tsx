/** A version of a prompt with values for its variables, as the service renders it. */
import { useEffect, useState } from 'react';
import {
  type Draft as PromptDraft,
  type PromptVersion,
  usePromptPreview,
} from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Button, Card, Loaded, Notice, useResting } from '../../parts/index.ts';
import { typedValueOf } from '../prompts/draft.ts';
import { PromptLink } from '../prompts/link.tsx';
import { faultsOfPrompt, RenderedMessages, VariableFields } from '../prompts/rendered.tsx';
import type { PlaygroundMessage } from './draft.ts';

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
  const { data } = preview;
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
      <Loaded query={preview} rows={3} label="Rendering the prompt">
        {({ faults, messages }) => (
          <div className="editor-fields">
            <VariableFields
              names={version.variableNames}
              {...{ values, faults }}
              onChange={setValues}
            />
            {faultsOfPrompt(faults).length > 0 && (
              <Notice tone="warn" title="This version can’t be rendered">
                {faults.map(({ detail }) => detail).join(' ')}
              </Notice>
            )}
            <RenderedMessages messages={messages} label="Messages" />
          </div>
        )}
      </Loaded>
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
