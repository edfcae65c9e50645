/** The fields by which people say and prove who they are. */
import { plural } from '../format/index.ts';
import { Field } from '../parts/index.ts';

interface CredentialProps {
  value: string;
  onChange: (value: string) => void;
  fault?: string | undefined;
  isDisabled?: boolean;
  autoFocus?: boolean;
}

export function EmailField(props: CredentialProps) {
  return (
    <Field label="Email" type="email" name="email" autoComplete="username" isRequired {...props} />
  );
}

export function PasswordField({ label, ...props }: CredentialProps & { label: string }) {
  return (
    <Field
      label={label}
      type="password"
      name="password"
      autoComplete="current-password"
      isRequired
      {...props}
    />
  );
}

export const MIN_PASSWORD = 12;

/** The server decides whether the password is easy to guess. */
export function NewPasswordField({ label, ...props }: CredentialProps & { label: string }) {
  const missing = MIN_PASSWORD - props.value.length;
  return (
    <Field
      label={label}
      type="password"
      name="new-password"
      autoComplete="new-password"
      hint={
        props.value !== '' && missing > 0
          ? `${plural(missing, 'more character')}.`
          : `At least ${MIN_PASSWORD} characters.`
      }
      isRequired
      {...props}
    />
  );
}

interface CodeFieldProps extends CredentialProps {
  label?: string;
  hint?: string | undefined;
}

/** A code of the second factor. */
export function CodeField(props: CodeFieldProps) {
  return (
    <Field
      label="Authentication code"
      name="code"
      autoComplete="one-time-code"
      hint="From your authenticator app, or a recovery code."
      isRequired
      {...props}
    />
  );
}
