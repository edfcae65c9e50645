/** A dialog in front of the page; on a phone it slides in from the bottom. Only its buttons close a locked dialog. */
import { type ReactNode, useEffect, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.tsx';
import './dialog.css';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** `form`: a press outside does not close it. `locked`: nor does Escape, and it has no close button. */
  kind?: 'note' | 'form' | 'locked';
  isWide?: boolean;
  role?: 'dialog' | 'alertdialog';
}

export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, children, kind = 'note', isWide = false } = props;
  useReturnFocus(isOpen);
  return (
    <ModalOverlay
      className="veil"
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={kind === 'note'}
      isKeyboardDismissDisabled={kind === 'locked'}
    >
      <Modal className={isWide ? 'modal wide' : 'modal'}>
        <AriaDialog className="dialog" role={props.role ?? 'dialog'}>
          <header className="dialog-head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {kind !== 'locked' && (
              <Button look="quiet" icon="close" label="Close" small onPress={onClose} />
            )}
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className="dialog-actions">{children}</footer>;
}

/** What had the focus before the first of dialogs that follow each other. */
let opener: Element | null = null;

/**
 * The library returns the focus to the element that had it when the dialog opened. If one dialog replaces another, that
 * element is gone, and the keyboard would start at the top of the page.
 */
function useReturnFocus(isOpen: boolean): void {
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    const { activeElement } = document;
    if (isOpen && !activeElement?.closest(OVERLAYS)) opener = activeElement;
  }
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      // After the library's own attempt, which is a frame later.
      requestAnimationFrame(() => requestAnimationFrame(giveBack));
    };
  }, [isOpen]);
}

function giveBack(): void {
  if (document.activeElement !== document.body || document.querySelector(OVERLAYS)) return;
  const targets = [opener, document.querySelector('main h1')];
  const target = targets.find((found) => found instanceof HTMLElement && found.isConnected);
  (target as HTMLElement | undefined)?.focus();
}

export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"]';
