/** What people do repeatedly in the dashboard. Each action ends when the page shows that it is done. */

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const READ = 'models:read';
const RUN = 'models:run';

/** Polls for as long as a page may take on a slow machine. */
export function eventually<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: 60_000, interval: 50 });
}

export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { level: 1, name });
}

export function dialog(page: Page, name: string | RegExp): Locator {
  return page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));
}

/** Uses the navigation, so that the page does not load again. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await heading(page, name).waitFor();
}

interface KeyInput {
  name: string;
  permissions?: string[];
}

export async function fillInKey(page: Page, input: KeyInput): Promise<Locator> {
  const { name, permissions = [READ, RUN] } = input;
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const form = dialog(page, 'Create a key');
  await form.getByLabel('Name').fill(name);
  for (const permission of permissions) {
    const box = form.getByRole('checkbox', { name: permission });
    // The box itself is drawn; people press its name.
    await form.getByText(permission, { exact: true }).click();
    expect(await box.isChecked()).toBe(true);
  }
  return form;
}

export function submit(form: Locator, name: string): Promise<void> {
  return form.getByRole('button', { name, exact: true }).click();
}

/** The secret and the command in the dialog that shows them only once. */
export async function readSecret(shown: Locator): Promise<{ secret: string; curl: string }> {
  const secret = await shown.getByTestId('secret').innerText();
  const curl = await shown.getByRole('region', { name: 'the curl command' }).innerText();
  return { secret, curl };
}

export async function keepSecret(shown: Locator): Promise<void> {
  const kept = shown.getByRole('checkbox', { name: /^I’ve stored the/ });
  // Confirms that the secret was copied.
  if (!(await kept.isChecked())) await shown.getByText(/^I’ve stored the/).click();
  await submit(shown, 'Done');
  await shown.waitFor({ state: 'hidden' });
}

/** On the page of keys: creates one, and returns its secret and its command. */
export async function makeKey(page: Page, input: KeyInput) {
  await submit(await fillInKey(page, input), 'Create key');
  const shown = dialog(page, /The secret of/);
  const made = await readSecret(shown);
  await keepSecret(shown);
  return made;
}

export async function pickKeyAction(
  page: Page,
  key: string,
  act: 'Limits' | 'Rotate' | 'Revoke',
): Promise<void> {
  await page.getByRole('button', { name: `Actions on ${key}`, exact: true }).click();
  await page.getByRole('menuitem', { name: act }).click();
}

export async function signIn(form: Locator, person: { email: string; password: string }) {
  await form.getByLabel('Email').fill(person.email);
  await form.getByLabel('Password').fill(person.password);
  await submit(form, 'Sign in');
}

/** The text of the page, without any check: for what must not be there. */
export function textOf(page: Page): Promise<string> {
  return page.evaluate<string>('document.documentElement.outerHTML');
}
