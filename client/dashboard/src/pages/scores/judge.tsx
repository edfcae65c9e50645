/** Judging: what a person thinks of a run, a span or a session. */
import { useState } from 'react';
import { faultsByField, type Judged, useJudge } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Button,
  Dialog,
  DialogActions,
  Field,
  Form,
  Segments,
  TextBox,
  useSubmission,
} from '../../parts/index.ts';

type Type = 'boolean' | 'numeric' | 'categorical';

const NUMBER = /^-?\d+(\.\d+)?$/;

export function Judge({ judged, onClose }: { judged: Judged; onClose: () => void }) {
  const { workspaceId } = useHere();
  const [click] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('');
  const [type, setType] = useState<Type>('numeric');
  const [text, setText] = useState('');
  const [isYes, setYes] = useState('yes');
  const [comment, setComment] = useState('');
  const judge = useJudge();
  const typed = text.trim();
  const isNumber = NUMBER.test(typed);
  const value = type === 'boolean' ? isYes === 'yes' : type === 'numeric' ? Number(typed) : typed;
  const isReady =
    name.trim() !== '' && (type === 'boolean' || (type === 'numeric' ? isNumber : typed !== ''));
  const submission = useSubmission(async () => {
    const said = comment.trim();
    await judge.mutateAsync({
      params: { path: { workspaceId }, header: { 'Idempotency-Key': click } },
      body: { name: name.trim(), value, ...(said !== '' && { comment: said }), ...judged },
    });
    announce(`${name.trim()} is saved.`);
    onClose();
  });
  const faults = faultsByField(submission.error, ['name', 'value', 'comment']);
  const ownFault =
    type === 'numeric' && typed !== '' && !isNumber
      ? 'Digits, with a point before the decimals.'
      : undefined;
  return (
    <Dialog title="Add a score" isOpen onClose={onClose} kind="form">
      <Form submission={submission} fields={['name', 'value', 'comment']}>
        <div className="dialog-body">
          <Field
            label="Name"
            value={name}
            onChange={setName}
            hint="The same for all scores that you want to compare, such as helpfulness."
            fault={faults.name}
            autoComplete="off"
            autoFocus
            isRequired
          />
          <Segments label="Kind of value" options={TYPES} value={type} onChange={setType} />
          {type === 'boolean' ? (
            <Segments label="Value" options={YES_OR_NO} value={isYes} onChange={setYes} />
          ) : (
            <Field
              label={type === 'numeric' ? 'Number' : 'Category'}
              value={text}
              onChange={setText}
              fault={faults.value ?? ownFault}
              autoComplete="off"
              isRequired
              {...(type === 'numeric' && { isDecimal: true })}
            />
          )}
          <TextBox
            label="Comment"
            isOptional
            value={comment}
            onChange={setComment}
            rows={3}
            fault={faults.comment}
          />
        </div>
        <DialogActions>
          <Button onPress={onClose}>Leave it</Button>
          <Button
            type="submit"
            look="primary"
            isPending={submission.isPending}
            isDisabled={!isReady}
          >
            Save score
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
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
