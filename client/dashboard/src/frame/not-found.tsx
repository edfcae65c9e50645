/** The page for an address without a page, or for a page that broke. */
import { Button, ButtonLink, Page } from '../parts/index.ts';
import { BarePage } from './auth-page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <p className="muted">
        The address may be mistyped, or it belongs to a workspace you’re not a member of.
      </p>
      <p>
        <ButtonLink href="/">Go to your workspace</ButtonLink>
      </p>
    </Page>
  );
}

/** The same page outside of every workspace. */
export function Outside() {
  return (
    <BarePage>
      <NotFoundPage />
    </BarePage>
  );
}

/** For one page of a workspace: the frame around it works. */
export function BrokenPage() {
  return (
    <Page title="Something went wrong">
      <p className="muted">
        The dashboard ran into an error. Your keys, runs, and money aren’t affected. Reloading
        usually helps.
      </p>
      <p>
        <Button look="primary" onPress={() => window.location.reload()}>
          Reload
        </Button>
      </p>
    </Page>
  );
}

export function Broken() {
  return (
    <BarePage>
      <BrokenPage />
    </BarePage>
  );
}
