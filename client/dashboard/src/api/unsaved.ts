/**
 * What somebody typed into a form and has not sent yet, for as long as the page is open: a form that was left begins with
 * it again. It is gone when somebody signs out.
 */
import { createSignal } from './signals.ts';

const forms = new Map<string, unknown>();

/** How many forms have such text. */
export const unsavedForms = createSignal(0);

export const unsaved = {
  get: <Form>(name: string): Form | undefined => forms.get(name) as Form | undefined,
  /** Undefined drops it. */
  set(name: string, form: unknown): void {
    if (form === undefined) forms.delete(name);
    else forms.set(name, form);
    unsavedForms.set(forms.size);
  },
  clear(): void {
    forms.clear();
    unsavedForms.set(0);
  },
};
