/** Shows the secret of a key once, with a command that uses it. */
import { useEffect, useState } from 'react';
import { type CreatedApiKey, randomKey, useCatalog } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { ButtonLink, type Sample, Samples, SecretDialog } from '../../parts/index.ts';
import { hasScope } from '../../scopes/index.ts';
import { firstClient, firstCurl, readCurl } from '../../snippets/index.ts';
import { type NewKey, newKey } from './new-key.ts';

interface SecretProps {
  created: CreatedApiKey;
  title: string;
  children?: React.ReactNode;
  onClose: () => void;
}

export function Secret({ created: { key, secret }, title, children, onClose }: SecretProps) {
  const { workspaceId, to } = useHere();
  const [made] = useState<NewKey>(() => ({
    ...{ workspaceId, keyId: key.id, name: key.name, scopes: key.scopes, secret },
    requestKey: `first-run-${randomKey().slice(0, 8)}`,
  }));
  useEffect(() => newKey.set(made), [made]);

  return (
    <SecretDialog
      title={title}
      secret={secret}
      where="Store it where your program reads secrets. Keep it out of source control and web pages."
      use={<FirstRun made={made} />}
      onward={
        <ButtonLink href={to('start')} look="quiet">
          Continue to your first run
        </ButtonLink>
      }
      onClose={onClose}
    >
      {children}
    </SecretDialog>
  );
}

/** A command that uses the key, ready to paste. */
export function FirstRun({ made }: { made: NewKey }) {
  const { workspaceId } = useHere();
  const catalog = useCatalog(workspaceId);
  if (!catalog.data) return null;
  const baseUrl = catalog.data.developerBaseUrl.replace(/\/$/, '');
  const { models } = catalog.data;
  const model = models.find(({ id }) => id === 'sandbox/echo')?.id ?? models[0]?.id ?? 'model-id';
  const { secret, requestKey, scopes } = made;
  const first = { baseUrl, secret, model, requestKey };
  const curl: Sample = {
    name: 'curl',
    language: 'shell',
    what: 'the curl command',
    text: hasScope(scopes, 'models:run') ? firstCurl(first) : readCurl(first),
  };
  if (!hasScope(scopes, 'models:run') || !hasScope(scopes, 'models:read')) {
    return <Samples label="Language" samples={[curl]} />;
  }
  const client: Sample = {
    name: 'TypeScript client',
    language: 'ts',
    what: 'the code',
    text: firstClient(first),
  };
  return <Samples label="Language" samples={[curl, client]} />;
}
