/** A secret, once. The dialog can't be left by a slip: only after the secret was copied, or kept by hand. */
import { useEffect, useState } from 'react';
import { type CreatedApiKey, useCatalog } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Button,
  ButtonLink,
  Check,
  CopyButton,
  Dialog,
  DialogActions,
  Notice,
  type Sample,
  Samples,
} from '../../parts/index.ts';
import { hasScope } from '../../scopes/index.ts';
import { firstClient, firstCurl, readCurl } from '../../snippets/index.ts';
import { type JustMade, justMade, randomKey } from './just-made.ts';

interface SecretProps {
  created: CreatedApiKey;
  title: string;
  children?: React.ReactNode;
  onClose: () => void;
}

export function Secret({ created: { key, secret }, title, children, onClose }: SecretProps) {
  const { workspaceId, to } = useHere();
  const [isKept, setKept] = useState(false);
  const [made] = useState<JustMade>(() => ({
    ...{ workspaceId, keyId: key.id, name: key.name, scopes: key.scopes, secret },
    requestKey: `first-run-${randomKey().slice(0, 8)}`,
  }));
  useEffect(() => justMade.set(made), [made]);
  useEffect(() => {
    if (isKept) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isKept]);

  return (
    <Dialog title={title} isOpen onClose={onClose} kind="locked" isWide>
      <div className="dialog-body">
        {children}
        <Notice tone="warn" title="This is the only time that you see the secret">
          Put it where your program reads its secrets: not into source control, and not into a page
          that a browser loads.
        </Notice>
        <div className="secret">
          <code data-testid="secret">{secret}</code>
          <CopyButton
            text={secret}
            what="the secret"
            words="Copy"
            look="primary"
            onCopied={() => setKept(true)}
          />
        </div>
        <FirstRun made={made} />
        <Check isSelected={isKept} onChange={setKept}>
          I have put the secret in a safe place.
        </Check>
      </div>
      <DialogActions>
        {isKept && (
          <ButtonLink href={to('start')} look="quiet">
            Go on to the first run
          </ButtonLink>
        )}
        <Button look="primary" isDisabled={!isKept} onPress={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What to run with the key, ready to paste. */
export function FirstRun({ made }: { made: JustMade }) {
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
