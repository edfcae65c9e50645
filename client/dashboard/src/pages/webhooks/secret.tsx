/** Shows the secret of an endpoint once. */
import type { ReactNode } from 'react';
import type { CreatedWebhookEndpoint } from '../../api/index.ts';
import { SecretDialog } from '../../parts/index.ts';
import { GuideLink } from './fields.tsx';

interface SecretProps {
  created: CreatedWebhookEndpoint;
  title: string;
  children?: ReactNode;
  onClose: () => void;
}

export function EndpointSecret({ created, title, children, onClose }: SecretProps) {
  return (
    <SecretDialog
      title={title}
      secret={created.secret}
      where="Store it where your receiver reads secrets, not in source control. Anyone who has it can forge messages."
      use={
        <p className="muted">
          Every message to <code>{created.endpoint.url}</code> is signed with it.{' '}
          <GuideLink>Verify a message</GuideLink>
        </p>
      }
      onClose={onClose}
    >
      {children}
    </SecretDialog>
  );
}
