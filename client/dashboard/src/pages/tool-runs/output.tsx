/**
 * The output of a tool, which nobody checked: the page shows it as text, and shows an image only if the output contains
 * it. The page shows the address of external content, and neither loads nor links it.
 */
import type { ToolRun } from '../../api/index.ts';
import { Card, CopyButton, Json, Notice } from '../../parts/index.ts';
import { LongText } from '../runs/long-text.tsx';
import { Held, Image } from '../runs/message-parts.tsx';
import './output.css';

type ToolOutput = NonNullable<ToolRun['output']>;
type Content = ToolOutput['content'][number];

export function Output({ output: { content, structured, raw, isError } }: { output: ToolOutput }) {
  const text = content.map((part) => (part.type === 'text' ? textOf(part, 'text') : '')).join('\n');
  return (
    <Card
      title="Output"
      actions={text.trim() !== '' && <CopyButton text={text} what="the output" />}
    >
      {isError === true && <Notice tone="warn" title="The tool reported an error" />}
      {content.length === 0 && structured === undefined && raw === undefined && (
        <p className="muted">The tool returned nothing.</p>
      )}
      <div className="output">
        {content.map((part, index) => (
          <Part key={keyOf(index)} part={part} index={index} />
        ))}
        {raw !== undefined && <Text text={raw} index={0} />}
        {structured && (
          <>
            <h3>Structured</h3>
            <Json text={JSON.stringify(structured)} what="the structured output" />
          </>
        )}
      </div>
    </Card>
  );
}

function Part({ part, index }: { part: Content; index: number }) {
  switch (part.type) {
    case 'text':
      return <Text text={textOf(part, 'text')} index={index} />;
    case 'image':
      return <Image url={dataUrlOf(part)} alt="From the tool" />;
    case 'audio':
      return <Held name="Sound" type={textOf(part, 'mimeType')} base64={textOf(part, 'data')} />;
    case 'resource_link':
      return <Resource resource={part} index={index} />;
    case 'resource':
      return <Resource resource={objectOf(part.resource)} index={index} />;
    default:
      return <Json text={JSON.stringify(part)} what={`part ${index + 1} of the output`} />;
  }
}

/** JSON is formatted; any other text is shown as it is. */
function Text({ text, index }: { text: string; index: number }) {
  return /^\s*[[{]/.test(text) ? (
    <Json text={text} what={`part ${index + 1} of the output`} />
  ) : (
    <LongText text={text} />
  );
}

function Resource({ resource, index }: { resource: Record<string, unknown>; index: number }) {
  const [uri, title] = [textOf(resource, 'uri'), textOf(resource, 'title')];
  const [text, blob] = [textOf(resource, 'text'), textOf(resource, 'blob')];
  return (
    <div className="message-part">
      <p>
        Resource {(title || textOf(resource, 'name')) && `“${title || textOf(resource, 'name')}” `}
        at <code>{uri}</code> <CopyButton text={uri} what="its address" look="quiet" />
      </p>
      {textOf(resource, 'description') && (
        <p className="muted">{textOf(resource, 'description')}</p>
      )}
      {text && <Text text={text} index={index} />}
      {blob && (
        <Held
          name="Its content"
          type={textOf(resource, 'mimeType') || 'of no type'}
          base64={blob}
        />
      )}
    </div>
  );
}

function dataUrlOf(part: Content): string {
  return `data:${textOf(part, 'mimeType')};base64,${textOf(part, 'data')}`;
}

/** Returns a member that is text, and an empty text for any other member. */
function textOf(holder: Record<string, unknown>, name: string): string {
  const value = holder[name];
  return typeof value === 'string' ? value : '';
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Parts never change their order: an index always has the same part. */
function keyOf(index: number): string {
  return `part ${index}`;
}
