/** Shows a secret once. The dialog closes only after the secret was copied, or the user says that it is saved. */
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Check } from './choice.tsx';
import { CopyButton } from './copy.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface SecretDialogProps {
  title: string;
  secret: string;
  /** The name of the secret. */
  what?: string;
  /** Where the secret belongs. */
  where: ReactNode;
  /** The text above the secret. */
  children?: ReactNode;
  /** The text below the secret: what to do with it. */
  use?: ReactNode;
  /** The button that continues after the secret is saved. */
  onward?: ReactNode;
  onClose: () => void;
}

export function SecretDialog(props: SecretDialogProps) {
  const { title, secret, what = 'secret', where, children, use, onward, onClose } = props;
  const [isKept, setKept] = useState(false);
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
        <Notice
          tone="warn"
          title={`You won’t see ${what === 'secret' ? 'this secret' : `these ${what}`} again`}
        >
          {where}
        </Notice>
        <div className="secret">
          <code data-testid="secret">{secret}</code>
          <CopyButton
            text={secret}
            what={`the ${what}`}
            words="Copy"
            look="primary"
            onCopied={() => setKept(true)}
          />
        </div>
        {use}
        <Check isSelected={isKept} onChange={setKept}>
          I’ve stored the {what} safely.
        </Check>
      </div>
      <DialogActions>
        {isKept && onward}
        <Button look="primary" isDisabled={!isKept} onPress={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
