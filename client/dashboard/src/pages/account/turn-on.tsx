/** Turning the second factor on: the password, then a code of the app, then the recovery codes, which are shown once. */
import { useState } from 'react';
import { renderSVG } from 'uqr';
import {
  faultsByField,
  hasCode,
  type StartedSecondFactor,
  useAcceptSecondFactor,
  useStartSecondFactor,
} from '../../api/index.ts';
import {
  announce,
  Button,
  CopyButton,
  Dialog,
  DialogActions,
  Field,
  Form,
  SecretDialog,
  useSubmission,
} from '../../parts/index.ts';
import './turn-on.css';

export function TurnOn({ onClose }: { onClose: () => void }) {
  const [started, setStarted] = useState<StartedSecondFactor>();
  const [codes, setCodes] = useState<string[]>();
  if (codes) {
    return (
      <SecretDialog
        title="Your recovery codes"
        secret={codes.join('\n')}
        where="Each signs in once in the place of a code of your app. Keep them where your phone is not."
        onClose={() => {
          announce('The second factor is on.');
          onClose();
        }}
      >
        <p>The second factor is on. Without your phone these codes are the way in.</p>
      </SecretDialog>
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
  const isWrong = hasCode(submission.error, 'wrong_credentials');
  return (
    <Dialog title="Set up a second factor" isOpen onClose={onClose} kind="form">
      <Form submission={submission} fields={isWrong ? ['currentPassword'] : []}>
        <div className="dialog-body">
          <p>You need an app that makes codes, on your phone or in a password manager.</p>
          <Field
            label="Current password"
            type="password"
            autoComplete="current-password"
            value={currentPassword}
            onChange={setPassword}
            autoFocus
          />
        </div>
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            isPending={submission.isPending}
            isDisabled={currentPassword === ''}
          >
            Go on
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
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
    <Dialog title="Scan this with your app" isOpen onClose={onClose} kind="form">
      <Form submission={submission} fields={['code']}>
        <div className="dialog-body">
          <QrCode text={uri} />
          <p>Or type this into it:</p>
          <div className="secret">
            <code data-testid="factor-secret">{secret}</code>
            <CopyButton text={secret} what="the secret" words="Copy" />
          </div>
          <Field
            label="Code that the app shows"
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
            fault={faults.code}
          />
        </div>
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            isPending={submission.isPending}
            isDisabled={code.trim().length < 6}
          >
            Turn on
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** The markup is the library's, made of the text as squares: nothing of the text is in it. */
function QrCode({ text }: { text: string }) {
  const source = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`;
  return <img className="qr" src={source} alt="QR code for your app; the text below is the same" />;
}
