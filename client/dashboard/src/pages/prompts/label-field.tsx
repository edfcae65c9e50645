/** Where a label is named. A fault of it is said in words, not as the pattern that it breaks. */
import { faultsByField } from '../../api/index.ts';
import { Field } from '../../parts/index.ts';

interface LabelFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: unknown;
}

export function LabelField({ value, onChange, error }: LabelFieldProps) {
  const isRefused = faultsByField(error, ['label']).label !== undefined;
  return (
    <Field
      label="Label"
      value={value}
      onChange={onChange}
      hint="Small letters, digits, dots, hyphens and underscores, such as staging."
      fault={
        isRefused
          ? 'A label begins with a small letter and has at most 64 characters. It is not latest, which is always on the newest version.'
          : undefined
      }
      autoComplete="off"
      autoFocus
      isRequired
    />
  );
}
