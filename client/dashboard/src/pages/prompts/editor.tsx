/** Edits a version: its content on the left, and its rendering with values on the right. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  faultsByField,
  hasCode,
  type PromptVersionRow,
  randomKey,
  usePrompt,
  usePromptVersion,
  useSaveVersion,
} from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { NotFoundPage } from '../../frame/not-found.tsx';
import {
  announce,
  Button,
  ButtonLink,
  Card,
  Failure,
  Field,
  Form,
  Notice,
  Page,
  Skeleton,
  TextBox,
  useSubmission,
  useUnsaved,
} from '../../parts/index.ts';
import { ContentFields } from './content-fields.tsx';
import { contentOf, labelsOf, readObject, type Written, writtenOf } from './draft.ts';
import { DraftPreview } from './preview.tsx';
import './editor.css';

/** Edits a new prompt. */
export function NewPrompt() {
  return (
    <Page title="New prompt" actions={<BackTo />}>
      <Editor start={writtenOf(undefined)} latest={0} />
    </Page>
  );
}

/** Edits the next version of a prompt. The form begins with the content of one of its versions. */
export function NextVersion({ name, from }: { name: string; from: string }) {
  const { workspaceId } = useHere();
  const prompt = usePrompt(workspaceId, name);
  const version = usePromptVersion(workspaceId, name, from);
  const error = prompt.error ?? version.error;
  if (hasCode(error, 'not_found')) return <NotFoundPage />;
  return (
    <Page
      title="New version"
      about={
        <>
          of <code className="prompt-name">{name}</code>, beginning with version {from}
        </>
      }
      actions={<BackTo name={name} />}
    >
      {prompt.data && version.data ? (
        <Next latest={prompt.data.latestVersion} version={version.data} />
      ) : error ? (
        <Failure
          error={error}
          onRetry={() => void Promise.all([prompt.refetch(), version.refetch()])}
        />
      ) : (
        <Skeleton rows={8} label="Loading the version" />
      )}
    </Page>
  );
}

/** Remembers the newest version when the form opened, because a version that is saved meanwhile is a conflict. */
function Next({ latest, version }: { latest: number; version: PromptVersionRow }) {
  const [start] = useState(() => ({ latest, written: writtenOf(version) }));
  return <Editor start={start.written} latest={start.latest} isNext />;
}

function BackTo({ name }: { name?: string }) {
  const { to } = useHere();
  const search = name === undefined ? '' : `?${new URLSearchParams({ name })}`;
  return (
    <ButtonLink href={to('prompts') + search} icon="left" small>
      {name === undefined ? 'All prompts' : 'Back to the prompt'}
    </ButtonLink>
  );
}

interface EditorProps {
  start: Written;
  /** The number of the newest version; 0 for a new prompt. */
  latest: number;
  isNext?: boolean;
}

const FIELDS = ['name', 'text', 'messages', 'variables', 'config', 'labels', 'comment'];

function Editor({ start, latest, isNext = false }: EditorProps) {
  const { workspaceId } = useHere();
  const {
    form: written,
    change: setWritten,
    settle,
    discard,
    isKept,
  } = useUnsaved(`prompt ${workspaceId} ${start.name} ${latest}`, start);
  const { submission, isReady } = useSaving(written, latest, settle);
  const change = (part: Partial<Written>) => setWritten((before) => ({ ...before, ...part }));
  const faults = faultsByField(submission.error, FIELDS);
  return (
    <Form submission={submission} fields={FIELDS}>
      <div className="columns prompt-editor">
        <div className="stack">
          <Card title="Content">
            <div className="editor-fields">
              {!isNext && (
                <Field
                  label="Name"
                  value={written.name}
                  onChange={(name) => change({ name })}
                  hint="Can’t be changed later. Letters, digits, dots, hyphens, and underscores; slashes make folders."
                  fault={faults.name}
                  autoComplete="off"
                  autoFocus
                  isRequired
                />
              )}
              <ContentFields written={written} onChange={change} faults={faults} />
            </div>
          </Card>
          <MoreFields written={written} onChange={change} faults={faults} />
          <Saving latest={latest} name={written.name} error={submission.error} />
          <div className="editor-actions">
            <Button type="submit" look="primary" isDisabled={!isReady}>
              {isNext ? `Save version ${latest + 1}` : 'Save prompt'}
            </Button>
            {isKept && (
              <Button look="quiet" onPress={discard}>
                Discard changes
              </Button>
            )}
          </div>
        </div>
        <div className="stack editor-preview">
          <DraftPreview written={written} />
        </div>
      </div>
    </Form>
  );
}

/** A double click saves once; a save after a change is another save. */
function useSaving(written: Written, latest: number, onSaved: () => void) {
  const { workspaceId, to } = useHere();
  const [, navigate] = useLocation();
  const save = useSaveVersion();
  const [click, setClick] = useState({ written, key: randomKey() });
  if (click.written !== written) setClick({ written, key: randomKey() });
  const [variables, config] = [readObject(written.variables), readObject(written.config)];
  const content = contentOf(written);
  const name = written.name.trim();
  const isReady = name !== '' && content !== undefined && 'value' in variables && 'value' in config;
  const submission = useSubmission(async () => {
    if (!isReady) return;
    const labels = labelsOf(written.labels);
    const comment = written.comment.trim();
    const saved = await save.mutateAsync({
      params: { path: { workspaceId }, header: { 'Idempotency-Key': click.key } },
      body: {
        ...{ name, ...content, parentVersion: latest },
        ...(variables.value && { variables: variables.value }),
        ...(config.value && { config: config.value }),
        ...(labels.length > 0 && { labels }),
        ...(comment !== '' && { comment }),
      },
    });
    onSaved();
    announce(`Saved version ${saved.version}.`);
    navigate(`${to('prompts')}?${new URLSearchParams({ name, version: String(saved.version) })}`);
  });
  return { submission, isReady };
}

/** Says that somebody else saved first. The text stays in the form, with a link to the other version. */
function Saving({ latest, name, error }: { latest: number; name: string; error: unknown }) {
  const { to } = useHere();
  if (!hasCode(error, 'conflict')) return null;
  const search = new URLSearchParams({ name: name.trim() });
  return (
    <Notice
      tone="warn"
      title={
        latest === 0 ? 'A prompt with this name already exists' : 'Review it before you continue'
      }
      actions={
        <a
          className="button small"
          href={`/dashboard${to('prompts')}?${search}`}
          target="_blank"
          rel="noreferrer"
        >
          Open in a new tab
        </a>
      }
    >
      Your draft is still here. Copy it into a new version of the current prompt.
    </Notice>
  );
}

interface FieldsProps {
  written: Written;
  onChange: (part: Partial<Written>) => void;
  faults: Record<string, string>;
}

function MoreFields({ written, onChange, faults }: FieldsProps) {
  const ownFault = (text: string) => {
    const read = readObject(text);
    return 'fault' in read ? read.fault : undefined;
  };
  return (
    <Card title="About it">
      <div className="editor-fields">
        <TextBox
          label="Variables (JSON Schema)"
          isOptional
          isCode
          value={written.variables}
          onChange={(variables) => onChange({ variables })}
          hint="One object. If it has properties, they must name every variable and nothing else."
          fault={ownFault(written.variables) ?? faults.variables}
        />
        <TextBox
          label="Config"
          isOptional
          isCode
          value={written.config}
          onChange={(config) => onChange({ config })}
          hint="JSON that programs receive with this version, such as the model."
          fault={ownFault(written.config) ?? faults.config}
        />
        <Field
          label="Labels"
          isOptional
          value={written.labels}
          onChange={(labels) => onChange({ labels })}
          hint="Labels move to this version immediately. Separate with commas."
          fault={faults.labels}
          autoComplete="off"
        />
        <Field
          label="Comment"
          isOptional
          value={written.comment}
          onChange={(comment) => onChange({ comment })}
          hint="What changed in this version."
          fault={faults.comment}
          autoComplete="off"
        />
      </div>
    </Card>
  );
}
