/** Dialogs of an act: one with fields that are saved, and one that asks before something is lost. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Form, type Submission } from './form.tsx';

interface SaveFormProps {
  submission: Submission;
  fields?: readonly string[];
  /** The words of the button that sends. */
  save: string;
  look?: 'primary' | 'danger';
  isReady?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The body of a dialog: fields, a button to cancel and one to save. */
export function SaveForm(props: SaveFormProps) {
  const { submission, fields = [], save, look = 'primary', isReady = true, onClose } = props;
  return (
    <Form submission={submission} fields={fields}>
      <div className="dialog-body">{props.children}</div>
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button type="submit" look={look} isDisabled={!isReady}>
          {save}
        </Button>
      </DialogActions>
    </Form>
  );
}

interface SaveDialogProps extends SaveFormProps {
  title: string;
  isWide?: boolean;
  role?: 'dialog' | 'alertdialog';
}

export function SaveDialog({ title, isWide = false, role = 'dialog', ...form }: SaveDialogProps) {
  return (
    <Dialog title={title} isOpen onClose={form.onClose} kind="form" isWide={isWide} role={role}>
      <SaveForm {...form} />
    </Dialog>
  );
}

interface ConfirmationProps {
  title: string;
  submission: Submission;
  verb: string;
  look?: 'primary' | 'danger';
  /** The words of the button that cancels. */
  keep?: string;
  onClose: () => void;
  consequences?: string[];
  children?: ReactNode;
}

/** The button that cancels has the focus. */
export function Confirmation(props: ConfirmationProps) {
  const { title, submission, verb, look = 'danger', keep = 'Cancel', consequences } = props;
  return (
    <Dialog title={title} isOpen onClose={props.onClose} role="alertdialog">
      <Form submission={submission}>
        <div className="dialog-body">
          {consequences && (
            <ul className="consequences">
              {consequences.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
          {props.children}
        </div>
        <DialogActions>
          <Button onPress={props.onClose} autoFocus>
            {keep}
          </Button>
          <Button type="submit" look={look}>
            {verb}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
