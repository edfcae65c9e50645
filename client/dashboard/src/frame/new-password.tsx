/** The field for a password that is to be set. The server decides whether it is easy to guess. */
import { plural } from '../format/index.ts';
import { Field } from '../parts/index.ts';

export const MIN_PASSWORD = 12;

interface NewPasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
  autoFocus?: boolean;
}

export function NewPasswordField({ value, ...props }: NewPasswordFieldProps) {
  const missing = MIN_PASSWORD - value.length;
  return (
    <Field
      {...props}
      type="password"
      name="password"
      autoComplete="new-password"
      value={value}
      hint={
        value !== '' && missing > 0
          ? `${plural(missing, 'more character')}.`
          : `At least ${MIN_PASSWORD} characters.`
      }
      isRequired
    />
  );
}
