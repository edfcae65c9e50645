/** Renders a draft while the user edits it, with values for its variables, and shows the faults of both. */
import { useDeferredValue, useEffect, useState } from 'react';
import { type Draft, usePromptPreview } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, Failure, Field, Notice, Skeleton } from '../../parts/index.ts';
import { LongText } from '../runs/long-text.tsx';
import { contentOf, readObject, typedValueOf, type Written } from './draft.ts';

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
        <Rendered
          draft={draft}
          values={values}
          onValue={(name, text) => setValues({ ...values, [name]: text })}
        />
      ) : (
        <p className="muted">Your prompt appears here as you type.</p>
      )}
    </Card>
  );
}

interface RenderedProps {
  draft: Draft;
  values: Record<string, string>;
  onValue: (name: string, text: string) => void;
}

/** Renders when the user pauses typing. */
function useResting(draft: Draft): Draft {
  const text = useDeferredValue(JSON.stringify(draft));
  const [resting, setResting] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setResting(text), 300);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(resting) as Draft;
}

function Rendered({ draft, values, onValue }: RenderedProps) {
  const { workspaceId } = useHere();
  const preview = usePromptPreview(workspaceId, useResting(draft));
  const { data, error } = preview;
  if (!data) {
    if (error) return <Failure error={error} onRetry={() => void preview.refetch()} />;
    return <Skeleton rows={3} label="Rendering" />;
  }
  const { variableNames, messages = [], faults } = data;
  const faultOf = (name: string) =>
    faults.find(
      ({ pointer }) => pointer === `#/values/${name}` || pointer?.startsWith(`#/values/${name}/`),
    )?.detail;
  const others = faults.filter(({ pointer }) => !pointer?.startsWith('#/values/'));
  return (
    <div className="editor-fields">
      {variableNames.map((name) => (
        <Field
          key={name}
          label={name}
          value={values[name] ?? ''}
          onChange={(text) => onValue(name, text)}
          fault={faultOf(name)}
          autoComplete="off"
        />
      ))}
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
      <ol className="messages" aria-label="Rendered">
        {messages.map(({ role, content }, index) => (
          <li key={keyOf(index)}>
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
  );
}

const ROLES = { system: 'System', user: 'User', assistant: 'Assistant' };

/** Messages of one answer never change their order. */
function keyOf(index: number): string {
  return `message ${index}`;
}
