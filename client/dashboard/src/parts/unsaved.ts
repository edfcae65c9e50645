/** The state of a form whose text is kept when somebody goes to another page before it is sent. */
import { useState } from 'react';
import { unsaved, unsavedForms } from '../api/index.ts';

/** The browser asks before the page itself is left. */
function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

unsavedForms.subscribe(() => {
  if (unsavedForms.get() > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
});

/** `name` is the form's own. The kept text of an earlier visit goes before `start`. */
export function useUnsaved<Form>(name: string, start: Form) {
  const [form, setForm] = useState(() => unsaved.get<Form>(name) ?? start);
  return {
    form,
    change(next: (before: Form) => Form): void {
      setForm((before) => {
        const after = next(before);
        unsaved.set(name, after);
        return after;
      });
    },
    /** Once it is sent. */
    settle: () => unsaved.set(name, undefined),
    /** Begins again. */
    discard(): void {
      unsaved.set(name, undefined);
      setForm(start);
    },
    isKept: unsaved.get(name) !== undefined,
  };
}
