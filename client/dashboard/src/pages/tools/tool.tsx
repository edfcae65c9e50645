/** One tool of the catalog. The page renders its input and its sample when somebody opens it. */
import { useState } from 'react';
import { Link } from 'wouter';
import { type ShownTool, useCatalog } from '../../api/index.ts';
import { capitalized, formatCount, formatDuration } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Badge,
  Fact,
  Facts,
  Icon,
  Json,
  Notice,
  type Sample,
  Samples,
  Version,
} from '../../parts/index.ts';
import { clientOfTool, curlOfTool } from '../../snippets/index.ts';
import { SchemaFields } from './fields.tsx';
import { inputOf } from './schema.ts';

export function ToolEntry({ tool, isOnly }: { tool: ShownTool; isOnly: boolean }) {
  const [isOpen, setOpen] = useState(isOnly);
  const { id, title, description, pricing, withheld } = tool;
  const saysMore = description !== undefined && description !== `${title}.`;
  return (
    <details
      className="tool-entry"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className="tool-head">
          <Icon name="right" />
          <strong>{title ?? id}</strong>
          {withheld !== undefined && (
            <Badge tone="warn">{WITHHELD[withheld]?.badge ?? 'Withheld'}</Badge>
          )}
          <span className="tool-price">
            {(pricing.perSecond ?? pricing.perUnit) !== undefined && 'from '}${pricing.perCall} a
            call
          </span>
        </span>
        <code>{id}</code>
        {saysMore && !isOpen && <span className="tool-about">{description}</span>}
      </summary>
      {isOpen && <Opened tool={tool} />}
    </details>
  );
}

function Opened({ tool }: { tool: ShownTool }) {
  const { description, inputSchema, outputSchema, withheld } = tool;
  return (
    <div className="tool-body">
      {withheld !== undefined && (
        <Notice tone="warn" title="Not available right now">
          {WITHHELD[withheld]?.why ?? 'Withheld by this deployment.'}
        </Notice>
      )}
      {description !== undefined && <p className="tool-words">{description}</p>}
      <About tool={tool} />
      <h3>Input</h3>
      <SchemaFields schema={inputSchema} of="input" />
      <details className="tool">
        <summary>The JSON Schema of the input</summary>
        <Json text={JSON.stringify(inputSchema)} what="the schema of the input" />
      </details>
      {outputSchema && (
        <>
          <h3>Structured output</h3>
          <SchemaFields schema={outputSchema} of="output" />
          <details className="tool">
            <summary>The JSON Schema of the output</summary>
            <Json text={JSON.stringify(outputSchema)} what="the schema of the output" />
          </details>
        </>
      )}
      {withheld === undefined && (
        <>
          <h3>How to call it</h3>
          <HowTo tool={tool} />
        </>
      )}
    </div>
  );
}

function About({ tool }: { tool: ShownTool }) {
  const { to } = useHere();
  const { id, version, functionName, pricing, annotations, errorsAreAnswers } = tool;
  const { perSecond, perUnit } = pricing;
  return (
    <Facts>
      <Fact name="Version">
        <Version hash={version} />
      </Fact>
      <Fact name="Price">
        ${pricing.perCall} for each call that is answered
        {perSecond !== undefined && `, and $${perSecond} per started second`}
        {perUnit &&
          `, and $${perUnit.price} for each ${perUnit.name}, ${formatCount(perUnit.max)} at most`}
      </Fact>
      <Fact name="Time limit">{formatDuration(tool.maxTimeoutSeconds * 1_000)}</Fact>
      <Fact name="When it reports an error">
        {errorsAreAnswers ? 'The run completes and is charged.' : 'The run fails, free of charge.'}
      </Fact>
      <Fact name="As a function">
        <code>{functionName}</code>
      </Fact>
      {annotations !== undefined && Object.keys(annotations).length > 0 && (
        <Fact name="Effects">
          {capitalized(
            Object.entries(annotations)
              .map(
                ([name, value]) =>
                  EFFECTS[`${name} ${value}`] ?? `${name}: ${JSON.stringify(value)}`,
              )
              .join(', '),
          )}
          <span className="row-note">as its server says</span>
        </Fact>
      )}
      <Fact name="Runs">
        <Link href={`${to('tool-runs')}?${new URLSearchParams({ tool: id })}`}>View runs</Link>
      </Fact>
    </Facts>
  );
}

function HowTo({ tool: { id, inputSchema } }: { tool: ShownTool }) {
  const { workspaceId } = useHere();
  const catalog = useCatalog(workspaceId);
  const [requestKey] = useState(() => `call-${crypto.getRandomValues(new Uint32Array(1))[0]}`);
  if (!catalog.data) return null;
  const baseUrl = catalog.data.developerBaseUrl.replace(/\/$/, '');
  const call = { baseUrl, tool: id, input: inputOf(inputSchema) };
  const samples: [Sample, Sample] = [
    {
      ...{ name: 'curl', language: 'shell', what: `the curl command for ${id}` },
      text: curlOfTool({ ...call, requestKey }),
    },
    {
      ...{ name: 'TypeScript client', language: 'ts', what: `the code for ${id}` },
      text: clientOfTool(call),
    },
  ];
  return <Samples label="Language" samples={samples} />;
}

/** What the Model Context Protocol lets a server say of its tool. */
const EFFECTS: Record<string, string> = {
  'readOnlyHint true': 'changes nothing',
  'readOnlyHint false': 'changes something',
  'destructiveHint true': 'may delete or overwrite',
  'destructiveHint false': 'deletes nothing',
  'idempotentHint true': 'safe to repeat',
  'idempotentHint false': 'not safe to repeat',
  'openWorldHint true': 'reaches other systems',
  'openWorldHint false': 'reaches no other systems',
};

const WITHHELD: Record<string, { badge: string; why: string }> = {
  changed: {
    badge: 'Waits for approval',
    why: 'The tool server changed its definition. You see the approved one until the operator approves the new one.',
  },
  gone: { badge: 'Gone', why: 'The tool server no longer offers it.' },
  unusable: { badge: 'Not usable', why: 'One of its schemas can’t be validated.' },
};
