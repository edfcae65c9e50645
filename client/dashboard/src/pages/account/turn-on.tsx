/** Turns the second factor on: asks for the password and for a code of the app, then shows the recovery codes once. */
import { useState } from 'react';
import { renderSVG } from 'uqr';
import {
  faultsByField,
  type StartedSecondFactor,
  useAcceptSecondFactor,
  useStartSecondFactor,
} from '../../api/index.ts';
import { CodeField, PasswordField } from '../../frame/credentials.tsx';
import {
  announce,
  Button,
  CopyButton,
  Dialog,
  DialogActions,
  Form,
  SaveDialog,
  useSubmission,
} from '../../parts/index.ts';
import { ShownCodes } from './recovery-codes.tsx';
import './turn-on.css';

export function TurnOn({ onClose }: { onClose: () => void }) {
  const [started, setStarted] = useState<StartedSecondFactor>();
  const [codes, setCodes] = useState<string[]>();
  if (codes) {
    return (
      <ShownCodes
        codes={codes}
        about="Two-factor authentication is on. If you lose your phone, use one of these codes to sign in."
        onClose={() => {
          announce('Two-factor authentication is on.');
          onClose();
        }}
      />
    );
  }
  return started ? (
    <Confirm started={started} onDone={setCodes} onClose={onClose} />
  ) : (
    <Start onDone={setStarted} onClose={onClose} />
  );
}

interface StepProps<Result> {
  onDone: (result: Result) => void;
  onClose: () => void;
}

function Start({ onDone, onClose }: StepProps<StartedSecondFactor>) {
  const start = useStartSecondFactor();
  const [currentPassword, setPassword] = useState('');
  const submission = useSubmission(async () => {
    onDone(await start.mutateAsync({ body: { currentPassword } }));
  });
  const faults = faultsByField(submission.error, ['currentPassword']);
  return (
    <SaveDialog
      title="Set up two-factor authentication"
      submission={submission}
      fields={['currentPassword']}
      save="Continue"
      isReady={currentPassword !== ''}
      onClose={onClose}
    >
      <p>
        You’ll need an authenticator app on your phone, or a password manager that generates codes.
      </p>
      <PasswordField
        label="Current password"
        value={currentPassword}
        onChange={setPassword}
        fault={faults.currentPassword}
        autoFocus
      />
    </SaveDialog>
  );
}

function Confirm({
  started: { uri, secret },
  onDone,
  onClose,
}: StepProps<string[]> & { started: StartedSecondFactor }) {
  const accept = useAcceptSecondFactor();
  const [code, setCode] = useState('');
  const submission = useSubmission(async () => {
    const { recoveryCodes } = await accept.mutateAsync({ body: { code: code.trim() } });
    onDone(recoveryCodes);
  });
  const faults = faultsByField(submission.error, ['code']);
  return (
    <Dialog title="Scan the QR code" isOpen onClose={onClose} kind="form">
      <Form submission={submission} fields={['code']}>
        <div className="dialog-body">
          <p>Scan it with your authenticator app.</p>
          <QrCode text={uri} />
          <p>Can’t scan it? Enter this key instead:</p>
          <div className="secret">
            <code data-testid="factor-secret">{secret}</code>
            <CopyButton text={secret} what="the key" words="Copy" />
          </div>
          <CodeField
            label="Code from the app"
            hint={undefined}
            value={code}
            onChange={setCode}
            fault={faults.code}
          />
        </div>
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isDisabled={code.trim().length < 6}>
            Turn on
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** The library draws the text as squares. The markup contains nothing of the text itself. */
function QrCode({ text }: { text: string }) {
  const source = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`;
  return (
    <img
      className="qr"
      src={source}
      alt="QR code for your authenticator app. The key below is the same."
    />
  );
}
