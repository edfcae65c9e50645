/** Asks for how long an old secret still works together with the new one. */
import { type ReactNode, useState } from 'react';
import { SaveDialog } from './act.tsx';
import { Radios } from './choice.tsx';
import { useSubmission } from './form.tsx';

interface RotationProps {
  title: string;
  /** The text that explains what happens. */
  children: ReactNode;
  /** The label of the field: `The old key works for`. */
  label: string;
  /** The text of the submit button. */
  action: string;
  longestDays: 7 | 30;
  onRotate: (overlapSeconds: number) => Promise<void>;
  onClose: () => void;
}

export function RotationDialog(props: RotationProps) {
  const { title, children, label, action, longestDays, onRotate, onClose } = props;
  const [overlap, setOverlap] = useState(String(DAY));
  const submission = useSubmission(() => onRotate(Number(overlap)));
  return (
    <SaveDialog title={title} submission={submission} save={action} onClose={onClose}>
      <p className="muted">{children}</p>
      <Radios
        label={label}
        options={OVERLAPS.filter(({ value }) => Number(value) <= longestDays * DAY)}
        value={overlap}
        onChange={setOverlap}
      />
    </SaveDialog>
  );
}

const DAY = 86_400;

const OVERLAPS: { value: string; label: string; about?: string }[] = [
  { value: '0', label: 'Not at all', about: 'Ends immediately. Use this if the secret leaked.' },
  { value: '3600', label: '1 hour' },
  { value: String(DAY), label: '1 day' },
  { value: String(7 * DAY), label: '7 days' },
  { value: String(30 * DAY), label: '30 days' },
];
