/**
 * What the pages share that a link from an email opens: the secret of the link, the field for a new password, and the
 * consent to the terms. The
 * secret is in the fragment, which no server gets, and is removed from the address at once, so that neither the history
 * nor a screenshot contains it.
 */
import { plural } from '../format/index.ts';
import { Check, Field, OuterLink } from '../parts/index.ts';

/** Kept after the first read, by page: React may read twice, and the address has the token only once. */
const taken = new Map<string, string>();

/** Empty if the link has none. */
export function takeLinkToken(): string {
  const { hash, pathname } = window.location;
  const token = new URLSearchParams(hash.slice(1)).get('token');
  if (token !== null) {
    taken.set(pathname, token);
    window.history.replaceState(null, '', pathname);
  }
  return taken.get(pathname) ?? '';
}

/** Once it is used. */
export function forgetLinkToken(): void {
  taken.delete(window.location.pathname);
}

export const MIN_PASSWORD = 12;

interface NewPasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
  autoFocus?: boolean;
}

/** The server decides whether the password is easy to guess. */
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

interface TermsProps {
  /** Undefined if there is nothing to agree to. */
  url: string | undefined;
  isAgreed: boolean;
  onChange: (isAgreed: boolean) => void;
  fault: string | undefined;
}

export function Terms({ url, isAgreed, onChange, fault }: TermsProps) {
  if (url === undefined) return null;
  return (
    <div>
      <Check isSelected={isAgreed} onChange={onChange}>
        I agree to the terms of service.
      </Check>
      <p className="hint">
        <OuterLink href={url}>Read the terms</OuterLink>
      </p>
      {fault !== undefined && (
        <p className="fault" role="alert">
          {fault} Reload this page.
        </p>
      )}
    </div>
  );
}
