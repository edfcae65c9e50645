/** Dialogs of an act: one with fields that are saved, and one that asks before something is lost. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Form, type Submission } from './form.tsx';

interface SaveFormProps {
  submission: Submission;
  fields?: readonly string[];
  save: string;
  isReady: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The body of a dialog: fields, a button to cancel and one to save. */
export function SaveForm(props: SaveFormProps) {
  const { submission, fields = [], save, isReady, onClose, children } = props;
  return (
    <Form submission={submission} fields={fields}>
      <div className="dialog-body">{children}</div>
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button type="submit" look="primary" isPending={submission.isPending} isDisabled={!isReady}>
          {save}
        </Button>
      </DialogActions>
    </Form>
  );
}

export function SaveDialog({ title, ...form }: SaveFormProps & { title: string }) {
  return (
    <Dialog title={title} isOpen onClose={form.onClose} kind="form">
      <SaveForm {...form} />
    </Dialog>
  );
}

interface ConfirmationProps {
  title: string;
  submission: Submission;
  verb: string;
  /** The words of the button that cancels. */
  keep?: string;
  onClose: () => void;
  consequences?: string[];
  children?: ReactNode;
}

/** The button that cancels has the focus. */
export function Confirmation(props: ConfirmationProps) {
  const { title, submission, verb, keep = 'Cancel', onClose, consequences, children } = props;
  return (
    <Dialog title={title} isOpen onClose={onClose} role="alertdialog">
      <Form submission={submission}>
        <div className="dialog-body">
          {consequences && (
            <ul className="consequences">
              {consequences.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
          {children}
        </div>
        <DialogActions>
          <Button onPress={onClose} autoFocus>
            {keep}
          </Button>
          <Button type="submit" look="danger" isPending={submission.isPending}>
            {verb}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
