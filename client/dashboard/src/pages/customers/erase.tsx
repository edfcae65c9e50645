/** Erases a customer. Says beforehand what is lost and what stays, and afterwards what was erased. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { type Customer, readCustomersAgain, useEraseCustomer } from '../../api/index.ts';
import { plural } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Button,
  Dialog,
  DialogActions,
  Field,
  Notice,
  SaveDialog,
  useSubmission,
} from '../../parts/index.ts';
import { nameOf } from './acts.tsx';

interface Erased {
  erasedRuns: number;
  erasedSpans: number;
  openRuns: number;
}

export function EraseCustomer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { workspaceId } = useHere();
  const erase = useEraseCustomer();
  const [typed, setTyped] = useState('');
  const [done, setDone] = useState<Erased>();
  const { endUserId } = customer;
  const isConfirmed = typed.trim() === endUserId.trim();
  const submission = useSubmission(async () => {
    if (!isConfirmed) return;
    const params = { path: { workspaceId }, query: { endUserId } };
    const erased = await erase.mutateAsync({ params });
    setDone(erased);
    if (erased.openRuns === 0) announce(`Erased ${nameOf(customer)}.`);
  });
  if (done) return <Done customer={customer} done={done} onClose={onClose} />;
  return (
    <SaveDialog
      title={`Erase “${nameOf(customer)}”?`}
      submission={submission}
      save="Erase customer"
      look="danger"
      isReady={isConfirmed}
      onClose={onClose}
    >
      <ul className="consequences">
        <li>
          Requests, answers, outputs, spans and scores of its runs are erased, and so are its name,
          labels, budgets and grants.
        </li>
        <li>
          The books stay: its runs and what they cost, without its ID. The audit trail keeps which
          budgets, grants and blocks it was given, without its ID, name and labels.
        </li>
        <li>
          Runs in progress can’t be erased yet. Until then no new ones are created; afterwards,
          erase it again.
        </li>
        <li>
          <strong>This can’t be undone.</strong> To stop its runs only, block it.
        </li>
      </ul>
      <Field
        label="Customer ID, to confirm"
        value={typed}
        onChange={setTyped}
        hint={`Enter ${endUserId}`}
        autoComplete="off"
        autoFocus
      />
    </SaveDialog>
  );
}

interface DoneProps {
  customer: Customer;
  done: Erased;
  onClose: () => void;
}

function Done({ customer, done: { erasedRuns, erasedSpans, openRuns }, onClose }: DoneProps) {
  const { to } = useHere();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const isOver = openRuns === 0;
  function leave() {
    onClose();
    readCustomersAgain(client, isOver ? 'none' : undefined);
    if (isOver) navigate(to('customers'));
  }
  return (
    <Dialog title={isOver ? 'Customer erased' : 'Not all is erased yet'} isOpen onClose={leave}>
      <div className="dialog-body">
        <Notice
          tone={isOver ? 'good' : 'warn'}
          title={
            isOver
              ? `Nothing is left of “${nameOf(customer)}”`
              : `${plural(openRuns, 'run')} still in progress`
          }
        >
          Erased {plural(erasedRuns, 'run')} and {plural(erasedSpans, 'span')}.
          {!isOver && ' Erase the customer again once its runs have ended.'}
        </Notice>
      </div>
      <DialogActions>
        <Button look="primary" onPress={leave} autoFocus>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
