/** Renders a draft while the user edits it, with values for its variables, and shows the faults of both. */
import { useState } from 'react';
import { type Draft, usePromptPreview } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, Loaded, Notice, useResting } from '../../parts/index.ts';
import { contentOf, readObject, typedValueOf, type Written } from './draft.ts';
import { faultsOfPrompt, RenderedMessages, VariableFields } from './rendered.tsx';

export function DraftPreview({ written }: { written: Written }) {
  const [values, setValues] = useState<Record<string, string>>({});
  const content = contentOf(written);
  const variables = readObject(written.variables);
  const schema = 'value' in variables ? variables.value : undefined;
  const filled = Object.entries(values).filter(([, text]) => text !== '');
  const draft: Draft | undefined = content && {
    ...content,
    ...(schema && { variables: schema }),
    values: Object.fromEntries(
      filled.map(([name, text]) => [name, typedValueOf(text, schema, name)]),
    ),
  };
  return (
    <Card title="Preview" about="Rendered as the API would. Nothing is saved.">
      {draft ? (
        <Rendered draft={draft} values={values} onChange={setValues} />
      ) : (
        <p className="muted">Your prompt appears here as you type.</p>
      )}
    </Card>
  );
}

interface RenderedProps {
  draft: Draft;
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
}

/** Renders when the user pauses typing. */
function Rendered({ draft, values, onChange }: RenderedProps) {
  const { workspaceId } = useHere();
  const preview = usePromptPreview(workspaceId, useResting(draft));
  return (
    <Loaded query={preview} rows={3} label="Rendering">
      {({ variableNames, messages, faults }) => {
        const others = faultsOfPrompt(faults);
        return (
          <div className="editor-fields">
            <VariableFields names={variableNames} {...{ values, onChange, faults }} />
            {others.length > 0 && (
              <Notice tone="warn" title="This prompt can’t be saved yet">
                <ul>
                  {others.map(({ pointer, detail }) => (
                    <li key={`${pointer} ${detail}`}>
                      {pointer !== undefined && <code>{pointer.replace(/^#\//, '')}</code>} {detail}
                    </li>
                  ))}
                </ul>
              </Notice>
            )}
            <RenderedMessages messages={messages} label="Rendered" />
          </div>
        );
      }}
    </Loaded>
  );
}
