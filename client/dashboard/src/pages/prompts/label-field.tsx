/** The field for the name of a label. It describes a fault in words instead of showing the pattern. */
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
      hint="Lowercase letters, digits, dots, hyphens, and underscores, like staging."
      fault={
        isRefused
          ? 'Start with a lowercase letter; up to 64 characters. “latest” is reserved for the newest version.'
          : undefined
      }
      autoComplete="off"
      autoFocus
      isRequired
    />
  );
}
