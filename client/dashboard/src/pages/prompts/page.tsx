/** Shows all prompts, or the prompt that the address names. */
import { useSearchParams } from 'wouter';
import { allRows, type PromptRow, useKeyNames, usePrompts } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Ago,
  ButtonLink,
  Card,
  DataTable,
  Empty,
  Listing,
  later,
  Page,
} from '../../parts/index.ts';
import { PromptLink } from './link.tsx';
import { PromptPage } from './prompt.tsx';
import { ProtectedLabels } from './protection.tsx';
import { useMaySave } from './rights.ts';
import { HowToSave } from './save.tsx';
import './prompts.css';

const NewPrompt = later(async () => (await import('./editor.tsx')).NewPrompt);
const NextVersion = later(async () => (await import('./editor.tsx')).NextVersion);

/** A name can have slashes and dots, so it is in the query. */
export function PromptsPage({ title }: { title: string }) {
  const [params] = useSearchParams();
  const name = params.get('name');
  const from = params.get('from');
  if (name === null && params.has('new')) return <NewPrompt />;
  if (name !== null && from !== null) return <NextVersion key={name} name={name} from={from} />;
  return name === null ? <AllPrompts title={title} /> : <PromptPage key={name} name={name} />;
}

function AllPrompts({ title }: { title: string }) {
  const { workspaceId, to } = useHere();
  const maySave = useMaySave();
  const prompts = usePrompts(workspaceId);
  return (
    <Page
      title={title}
      about="Prompt templates with variables. Versions never change; labels point to the version in use."
      actions={
        maySave && (
          <ButtonLink href={`${to('prompts')}?new`} icon="plus" look="primary" small>
            New prompt
          </ButtonLink>
        )
      }
    >
      <Listing
        list={prompts}
        rows={allRows(prompts.data)}
        what="the prompts"
        empty={
          <>
            <Empty icon="prompts" title="No prompts yet">
              Create prompts here, or from a program with a key that has the permission{' '}
              <code>prompts:run</code>.
            </Empty>
            <Card title="Create your first prompt">
              <HowToSave name="greeting" content={{ text: 'Say hello to {{name}}.' }} parent={0} />
            </Card>
          </>
        }
      >
        {(rows) => (
          <Card isFlush>
            <PromptTable prompts={rows} />
          </Card>
        )}
      </Listing>
      <ProtectedLabels />
    </Page>
  );
}

function PromptTable({ prompts }: { prompts: PromptRow[] }) {
  const { workspaceId } = useHere();
  const nameOfKey = useKeyNames(workspaceId);
  return (
    <DataTable
      label="Prompts"
      rows={prompts}
      keyOf={({ name }) => name}
      numbers={['Newest version']}
      classes={{ Prompt: 'prompt-name' }}
      columns={{
        Prompt: ({ name }) => <PromptLink name={name} />,
        'Newest version': ({ latestVersion }) => latestVersion,
        Labels: ({ labels }) => (
          <span className="prompt-labels">
            {labels.length === 0 && <span className="faint">none</span>}
            {labels.map(({ label, version }) => (
              <span key={label} className="prompt-label">
                {label} <span className="faint">on {version}</span>
              </span>
            ))}
          </span>
        ),
        Saved: ({ savedAt }) => <Ago at={savedAt} />,
        By: ({ savedBy, keyId }) =>
          savedBy?.name ??
          (keyId === undefined ? (
            <span className="faint">command line</span>
          ) : (
            <span title={keyId}>{nameOfKey(keyId)}</span>
          )),
      }}
    />
  );
}
