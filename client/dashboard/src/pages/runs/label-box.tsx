/** Filters by labels. A run must have all of them. Enter adds a label, and its button removes it. */
import { useState } from 'react';
import { isLabel, MOST_LABELS } from '../../filters/index.ts';
import { Button, Field } from '../../parts/index.ts';

interface LabelBoxProps {
  labels: string[];
  onChange: (labels: string[]) => void;
}

export function LabelBox({ labels, onChange }: LabelBoxProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();

  function add() {
    const label = text.trim();
    if (label === '') return;
    if (!isLabel(label)) return setFault('Use name:value.');
    setText('');
    if (!labels.includes(label)) onChange([...labels, label].slice(0, MOST_LABELS));
  }
  return (
    <form
      className="label-box"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Field
        label="Label"
        value={text}
        onChange={(typed) => {
          setText(typed);
          setFault(undefined);
        }}
        placeholder="Label, like team:billing"
        fault={fault}
        autoComplete="off"
      />
      {text.trim() !== '' && <Button type="submit">Add</Button>}
      {labels.map((label) => (
        <span key={label} className="chosen-label">
          <code>{label}</code>
          <Button
            small
            look="quiet"
            icon="close"
            label={`Without the label ${label}`}
            onPress={() => onChange(labels.filter((each) => each !== label))}
          />
        </span>
      ))}
    </form>
  );
}
