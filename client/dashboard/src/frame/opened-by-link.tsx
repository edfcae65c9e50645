/**
 * What the pages share that a link from an email opens: the secret of the link, what it is for, and the consent to the
 * terms. The secret is in the fragment, which no server gets, and is removed from the address at once, so that neither
 * the history nor a screenshot contains it.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { hasCode } from '../api/index.ts';
import { Check, Failure, OuterLink, Skeleton } from '../parts/index.ts';
import { AuthPage } from './auth-page.tsx';

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

interface OpenedByLinkProps<Preview> {
  /** The title while the link is checked. */
  title: string;
  preview: {
    data: Preview | undefined;
    error: unknown;
    mutate: (request: { body: { token: string } }) => void;
  };
  /** For a link that was used, that has expired, or that is cut off. */
  notValid: ReactNode;
  children: (token: string, preview: Preview) => ReactNode;
}

/** A page of a link whose content the server says beforehand. */
export function OpenedByLink<Preview>(props: OpenedByLinkProps<Preview>) {
  const { title, notValid, children } = props;
  const { data, error, mutate } = props.preview;
  const [token] = useState(takeLinkToken);
  useEffect(() => {
    if (token !== '') mutate({ body: { token } });
  }, [mutate, token]);
  if (token === '' || hasCode(error, 'link_not_valid')) return notValid;
  if (data !== undefined) return children(token, data);
  return (
    <AuthPage
      title={title}
      about={error ? 'This link couldn’t be checked.' : 'Checking your link.'}
    >
      {error ? (
        <Failure error={error} onRetry={() => mutate({ body: { token } })} />
      ) : (
        <Skeleton rows={3} label="Loading" />
      )}
    </AuthPage>
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
