/** Adds the score of a person to a run, a span or a session. */
import { useState } from 'react';
import { faultsByField, type Judged, randomKey, useJudge } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Field,
  SaveDialog,
  Segments,
  TextBox,
  useSubmission,
} from '../../parts/index.ts';

type Type = 'boolean' | 'numeric' | 'categorical';

/** The value as the user chooses and types it. */
interface Judgment {
  type: Type;
  text: string;
  isYes: string;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

export function Judge({ judged, onClose }: { judged: Judged; onClose: () => void }) {
  const { workspaceId } = useHere();
  const [click] = useState(randomKey);
  const [name, setName] = useState('');
  const [judgment, setJudgment] = useState<Judgment>({ type: 'numeric', text: '', isYes: 'yes' });
  const [comment, setComment] = useState('');
  const judge = useJudge();
  const change = (part: Partial<Judgment>) => setJudgment((before) => ({ ...before, ...part }));
  const value = valueIn(judgment);
  const isReady = name.trim() !== '' && value !== undefined;
  const submission = useSubmission(async () => {
    if (value === undefined) return;
    const trimmed = comment.trim();
    await judge.mutateAsync({
      params: { path: { workspaceId }, header: { 'Idempotency-Key': click } },
      body: { name: name.trim(), value, ...(trimmed !== '' && { comment: trimmed }), ...judged },
    });
    announce(`Saved ${name.trim()}.`);
    onClose();
  });
  const faults = faultsByField(submission.error, ['name', 'value', 'comment']);
  return (
    <SaveDialog
      title="Add a score"
      submission={submission}
      fields={['name', 'value', 'comment']}
      save="Save score"
      isReady={isReady}
      onClose={onClose}
    >
      <Field
        label="Name"
        value={name}
        onChange={setName}
        hint="Use the same name for scores you want to compare, like helpfulness."
        fault={faults.name}
        autoComplete="off"
        autoFocus
        isRequired
      />
      <ValueFields judgment={judgment} onChange={change} fault={faults.value} />
      <TextBox
        label="Comment"
        isOptional
        value={comment}
        onChange={setComment}
        rows={3}
        fault={faults.comment}
      />
    </SaveDialog>
  );
}

/** Returns the value; undefined if the text is not valid. */
function valueIn({ type, text, isYes }: Judgment): number | string | boolean | undefined {
  const typed = text.trim();
  if (type === 'boolean') return isYes === 'yes';
  if (type === 'categorical') return typed === '' ? undefined : typed;
  return NUMBER.test(typed) ? Number(typed) : undefined;
}

interface ValueFieldsProps {
  judgment: Judgment;
  onChange: (part: Partial<Judgment>) => void;
  fault: string | undefined;
}

function ValueFields({ judgment, onChange, fault }: ValueFieldsProps) {
  const { type, text, isYes } = judgment;
  const isTyped = text.trim() !== '';
  const ownFault = isTyped && valueIn(judgment) === undefined ? 'A number, like 0.5.' : undefined;
  return (
    <>
      <Segments
        label="Type"
        options={TYPES}
        value={type}
        onChange={(next) => onChange({ type: next })}
      />
      {type === 'boolean' ? (
        <Segments
          label="Value"
          options={YES_OR_NO}
          value={isYes}
          onChange={(next) => onChange({ isYes: next })}
        />
      ) : (
        <Field
          label={type === 'numeric' ? 'Number' : 'Category'}
          value={text}
          onChange={(next) => onChange({ text: next })}
          fault={fault ?? ownFault}
          autoComplete="off"
          isRequired
          {...(type === 'numeric' && { isDecimal: true })}
        />
      )}
    </>
  );
}

const TYPES: { value: Type; label: string }[] = [
  { value: 'numeric', label: 'Number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'categorical', label: 'Category' },
];

const YES_OR_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];
