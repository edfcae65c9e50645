/**
 * Every dialog, in all looks: it excludes nobody, and the button that ends it is visible on 320 by 480 pixels. Also
 * menus, and lists to choose from.
 */
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Customer, PASSWORD } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { saved } from '../support/prompts.ts';
import { dialog, fillInKey, goTo, heading, keepSecret, pickKeyAction, submit } from './actions.ts';
import { violationsOf } from './axe.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';
import { inspectDialog } from './inspection.ts';
import { LOOKS, picture } from './pictures.ts';

let fixtures: Fixtures;
let customer: Customer;
let page: Page;

beforeAll(async () => {
  fixtures = await openFixtures();
  customer = await fixtures.dashboard.customer();
  await fixtures.dashboard.person(customer.tenant.workspace, 'member');
  page = await fixtures.visit(customer.owner);
  await page.goto(pathOf(customer, 'start'));
  await heading(page, 'Start').waitFor();
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());
afterEach(async ({ task }) => {
  // A dialog that was left open blocks everything that follows.
  if (task.result?.state === 'fail') await page.goto(pathOf(customer, 'start'));
  expect(fixtures.takeFaults()).toEqual([]);
});

/** Once it is visible. */
async function look(shown: Locator, name: string): Promise<void> {
  await shown.waitFor();
  await inspectDialog(page, `dialog-${name}`);
}

it('of a key that is made, limited, rotated and revoked', async () => {
  await goTo(page, 'Keys');
  const form = await fillInKey(page, { name: 'Everybody' });
  await form.getByText('Set aside credit from the wallet').click();
  await form.getByLabel('Credit', { exact: true }).fill('0.001');
  await look(form, 'create-key');
  await submit(form, 'Create key');
  const secret = dialog(page, /The secret of/);
  await look(secret.getByTestId('secret'), 'secret');
  await keepSecret(secret);
  await pickKeyAction(page, 'Everybody', 'Limits');
  await look(dialog(page, /^Limits/), 'limits');
  await submit(dialog(page, /^Limits/), 'Cancel');
  await pickKeyAction(page, 'Everybody', 'Rotate');
  await look(dialog(page, /^Rotate/), 'rotate-key');
  await submit(dialog(page, /^Rotate/), 'Cancel');
  await pickKeyAction(page, 'Everybody', 'Revoke');
  await look(dialog(page, /^Revoke/), 'revoke-key');
  await submit(dialog(page, /^Revoke/), 'Revoke key');
  await look(dialog(page, 'Key revoked'), 'key-revoked');
  await submit(dialog(page, 'Key revoked'), 'Done');
});

it('of a key that is edited and given credit, and of the search', async () => {
  await goTo(page, 'Keys');
  await page.getByRole('table').getByRole('link', { name: 'test', exact: true }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog(page, /^Edit/).getByText('Key expires').click();
  await look(dialog(page, /^Edit/), 'edit-key');
  await submit(dialog(page, /^Edit/), 'Cancel');
  await page.getByRole('button', { name: /credit$/ }).click();
  await dialog(page, /^Credit of/)
    .getByLabel('Credit left for this key')
    .fill('0.001');
  await look(dialog(page, /^Credit of/), 'key-credit');
  await submit(dialog(page, /^Credit of/), 'Cancel');
  await dialog(page, /^Credit of/).waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+K');
  await look(dialog(page, 'Search'), 'search');
  await page.keyboard.press('Escape');
  await dialog(page, 'Search').waitFor({ state: 'hidden' });
});

it('of a webhook endpoint that is made, rotated and deleted', async () => {
  await goTo(page, 'Webhooks');
  await page.getByRole('button', { name: 'Create endpoint' }).first().click();
  const form = dialog(page, 'Create endpoint');
  await form.getByLabel('Address').fill('nonsense');
  await submit(form, 'Create endpoint');
  await look(form.locator('.fault', { hasText: /\S/ }), 'create-endpoint');
  fixtures.takeFaults(/^400 POST/);
  await form.getByLabel('Address').fill('https://hooks.example.com/everybody');
  await submit(form, 'Create endpoint');
  const secret = dialog(page, 'Endpoint secret');
  await look(secret.getByTestId('secret'), 'endpoint-secret');
  await keepSecret(secret);
  await page.getByRole('link', { name: 'https://hooks.example.com/everybody' }).click();
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await look(dialog(page, 'Rotate secret'), 'rotate-secret');
  await submit(dialog(page, 'Rotate secret'), 'Cancel');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await look(dialog(page, 'Delete endpoint?'), 'delete-endpoint');
  await submit(dialog(page, 'Delete endpoint?'), 'Delete endpoint');
  await heading(page, 'Webhooks').waitFor();
});

it('of a destination of spans that is made, changed and deleted', async () => {
  await goTo(page, 'Destinations');
  await page.getByRole('button', { name: 'Create destination' }).first().click();
  const form = dialog(page, 'Create destination');
  await form.getByLabel('Name').fill('Everybody');
  await form.getByLabel('Address').fill('nonsense');
  await form.getByLabel('Value 1').fill('Bearer of-nobody');
  await submit(form, 'Create destination');
  await look(form.locator('.fault', { hasText: /\S/ }), 'create-destination');
  fixtures.takeFaults(/^400 POST/);
  await form.getByLabel('Address').fill('https://otel.example.com/v1/traces');
  await submit(form, 'Create destination');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await look(dialog(page, 'Edit destination'), 'change-destination');
  await submit(dialog(page, 'Edit destination'), 'Cancel');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await look(dialog(page, 'Delete destination?'), 'delete-destination');
  await submit(dialog(page, 'Delete destination?'), 'Delete destination');
  await page.getByText('No destinations yet').waitFor();
});

it('of an export that is saved and deleted', async () => {
  await goTo(page, 'Exports');
  await page.getByRole('button', { name: 'Save an export' }).first().click();
  const form = dialog(page, 'Save an export');
  await form.getByLabel('Name').fill('Charges for the books');
  await look(form, 'save-export');
  await submit(form, 'Save export');
  await page.getByRole('button', { name: 'Delete Charges for the books' }).click();
  await look(dialog(page, /^Delete/), 'delete-export');
  await submit(dialog(page, /^Delete/), 'Delete export');
  await page.getByText('No saved exports yet').waitFor();
});

it('of a file that is made in the background and deleted', async () => {
  await goTo(page, 'Exports');
  await page.getByRole('button', { name: 'Make a file' }).click();
  const form = dialog(page, 'Make a file');
  await look(form, 'make-export');
  await submit(form, 'Make file');
  await page.getByRole('button', { name: /^Delete Charges of/ }).click();
  await look(dialog(page, /^Delete/), 'delete-made-export');
  await submit(dialog(page, /^Delete/), 'Delete file');
  await page.getByText('No files yet').waitFor();
});

it('of a label that is put on a version, moved, protected and unprotected', async () => {
  const name = 'support/answer';
  for (const text of ['Hello', 'Good day']) await saved(customer.tenant, { name, text });
  await goTo(page, 'Prompts');
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Add label' }).click();
  const form = dialog(page, 'Add label to a version');
  await form.getByLabel('Label').fill('Production');
  await submit(form, 'Add label');
  await look(form.locator('.fault', { hasText: /\S/ }), 'put-label');
  fixtures.takeFaults(/^400 POST/);
  await form.getByLabel('Label').fill('production');
  await submit(form, 'Add label');
  await form.waitFor({ state: 'hidden' });
  await pickLabelAction('Move');
  const move = dialog(page, 'Move production?');
  await move.getByRole('button', { name: /To version/ }).click();
  await page.getByRole('option', { name: '1', exact: true }).click();
  await look(move, 'move-label');
  await submit(move, 'Move label');
  await page.getByRole('row', { name: /production 1/ }).waitFor();
  await pickLabelAction('Protect');
  await look(dialog(page, 'Protect production?'), 'protect-label');
  await submit(dialog(page, 'Protect production?'), 'Protect label');
  await page.getByRole('row', { name: /production Protected 1/ }).waitFor();
  await page.getByRole('link', { name: 'All prompts' }).click();
  await page.getByRole('button', { name: 'Unprotect production' }).click();
  await look(dialog(page, 'Unprotect production?'), 'unprotect-label');
  await submit(dialog(page, 'Unprotect production?'), 'Unprotect label');
  await page.getByText('No protected labels.').waitFor();
  await page.getByRole('button', { name: 'Protect label' }).click();
  await look(dialog(page, 'Protect label'), 'protect-new-label');
  await submit(dialog(page, 'Protect label'), 'Cancel');
});

async function pickLabelAction(act: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions on production' }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
}

it('of a second factor that is turned on, given new recovery codes, and turned off', async () => {
  await page.goto(pathOf(customer, 'account'));
  await heading(page, 'Your account').waitFor();
  await page.getByRole('button', { name: 'Set up' }).click();
  const start = dialog(page, 'Set up two-factor authentication');
  await start.getByLabel('Current password').fill(PASSWORD);
  await look(start, 'second-factor-start');
  await submit(start, 'Continue');
  const scan = dialog(page, 'Scan the QR code');
  await look(scan.getByRole('img', { name: /QR code/ }), 'second-factor-scan');
  const typed = await scan.getByTestId('factor-secret').innerText();
  const app = createOTP(Buffer.from(base32.decode(typed)).toString());
  await scan.getByLabel('Code from the app').fill(await app.totp());
  await submit(scan, 'Turn on');
  const codes = dialog(page, 'Save your recovery codes');
  await look(codes.getByTestId('secret'), 'recovery-codes');
  const [old = ''] = (await codes.getByTestId('secret').innerText()).split('\n');
  await keepSecret(codes);
  await page.getByText('10 recovery codes left.').waitFor();
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const anew = dialog(page, 'Get new recovery codes');
  await anew.getByLabel('Current password').fill(PASSWORD);
  await anew.getByLabel('Authentication code').fill(old);
  await look(anew, 'recovery-codes-new');
  await submit(anew, 'Get new codes');
  const [code = ''] = (await codes.getByTestId('secret').innerText()).split('\n');
  expect(code).not.toBe(old);
  await keepSecret(codes);
  await page.getByText('10 recovery codes left.').waitFor();
  await page.getByRole('button', { name: 'Turn off' }).click();
  const off = dialog(page, 'Turn off two-factor authentication?');
  await off.getByLabel('Current password').fill(PASSWORD);
  await off.getByLabel('Authentication code').fill('000000');
  await submit(off, 'Turn off');
  await look(off.locator('.fault', { hasText: /\S/ }), 'second-factor-off');
  fixtures.takeFaults(/^401 POST/);
  await off.getByLabel('Authentication code').fill(code);
  await submit(off, 'Turn off');
  await page.getByText('Anyone who learns your password').waitFor();
});

it('of credit, large credit, an invitation and a removal', async () => {
  await goTo(page, 'Wallet');
  await page.getByRole('button', { name: 'Add credit' }).click();
  const form = dialog(page, 'Add credit');
  await form.getByLabel('Amount').fill('12,5x');
  await form.getByLabel('Reference').fill('invoice');
  await look(form, 'credit');
  await form.getByLabel('Amount').fill('5000');
  await submit(form, 'Add $5,000.00');
  await look(dialog(page, 'Add $5,000.00?'), 'credit-large');
  await submit(dialog(page, 'Add $5,000.00?'), 'Change it');
  await submit(form, 'Cancel');
  await goTo(page, 'Members');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await look(dialog(page, 'Invite someone'), 'invite');
  await submit(dialog(page, 'Invite someone'), 'Create link');
  await look(page.getByTestId('invitation-link'), 'invitation-link');
  await submit(dialog(page, /link/), 'Done');
  await page.getByRole('button', { name: 'Remove' }).first().click();
  await look(dialog(page, /^Remove/), 'remove-member');
  await submit(dialog(page, /^Remove/), 'Keep');
});

it('of a view that is saved, shared and deleted, and of a request as code', async () => {
  await goTo(page, 'Runs');
  const views = page.getByRole('button', { name: 'Views' });
  await views.click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  const form = dialog(page, 'Save this view');
  await form.getByLabel('Name').fill('All of them');
  await look(form, 'save-view');
  await submit(form, 'Save view');
  const named = page.getByRole('button', { name: 'All of them' });
  await named.click();
  await page.getByRole('menuitem', { name: 'Rename or share' }).click();
  await look(dialog(page, 'Edit view'), 'edit-view');
  await submit(dialog(page, 'Edit view'), 'Cancel');
  await named.click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await look(dialog(page, 'Delete All of them?'), 'delete-view');
  await submit(dialog(page, 'Delete All of them?'), 'Delete view');
  await views.waitFor();
  await goTo(page, 'Playground');
  await page.getByRole('textbox', { name: 'Message 1' }).fill('Hello');
  await page.getByRole('button', { name: 'View code' }).click();
  await dialog(page, 'View code').getByText('curl -sS').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

it('menus, and lists to choose from', async () => {
  await goTo(page, 'Runs');
  const menus = [
    [/^Workspace/, page.locator('[role^="menuitem"]').first(), 'menu-workspaces'],
    [/sign out/i, page.getByRole('menuitem', { name: 'Sign out' }), 'menu-person'],
    [/State$/, page.getByRole('option', { name: 'Completed' }), 'list-states'],
  ] as const;
  for (const [name, item, picturesName] of menus) {
    await page.getByRole('button', { name }).click();
    await item.waitFor();
    await picture(page, picturesName, LOOKS[0]!, { fullPage: false });
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

it('the session has ended', async () => {
  await customer.owner.send({ path: '/session', method: 'DELETE' });
  await look(dialog(page, 'Your session has ended'), 'session');
  fixtures.takeFaults(/^401 GET/);
});
