/** Where an address leads nowhere, or a page broke. */
import { Button, ButtonLink, Page } from '../parts/index.ts';
import { Lonely } from './doorway.tsx';

export function NotFoundPage() {
  return (
    <Page title="There is no such page">
      <p className="muted">
        The address may be mistyped, or belong to a workspace that you are no member of.
      </p>
      <p>
        <ButtonLink href="/">Go to your workspace</ButtonLink>
      </p>
    </Page>
  );
}

/** Outside of every workspace. */
export function Outside() {
  return (
    <Lonely>
      <NotFoundPage />
    </Lonely>
  );
}

export function Broken() {
  return (
    <Lonely>
      <Page title="This page broke">
        <p className="muted">
          A fault of the dashboard, not of your keys, runs or money. Loading it again usually helps.
        </p>
        <p>
          <Button look="primary" onPress={() => window.location.reload()}>
            Load it again
          </Button>
        </p>
      </Page>
    </Lonely>
  );
}
