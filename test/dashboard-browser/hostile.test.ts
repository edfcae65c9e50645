/** Other sites, injected markup and names that are code, against a signed-in person's browser. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { API, type Customer, callTool, endOfCall, PASSWORD } from '../dashboard/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { request, unique } from '../support/service.ts';
import {
  dialog,
  eventually,
  fillInKey,
  goTo,
  heading,
  makeKey,
  signIn,
  submit,
} from './actions.ts';
import { type Elsewhere, openElsewhere } from './elsewhere.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';
import { lead } from './inspection.ts';

let fixtures: Fixtures;
let elsewhere: Elsewhere;
let customer: Customer;

beforeAll(async () => {
  fixtures = await openFixtures();
  elsewhere = await openElsewhere();
  customer = await fixtures.dashboard.customer();
}, BROWSER_TIMEOUT_MS);
afterAll(async () => {
  elsewhere?.close();
  await fixtures?.close();
});
afterEach(() => expect(fixtures.takeFaults()).toEqual([]));

describe.each(['same-site', 'cross-site'] as const)('a %s page of somebody else', (relation) => {
  let page: Page;
  const credit = { amount: 1_000, reference: 'stolen' };
  const target = () => `${fixtures.url}${API}${customer.path}/wallet/credits`;

  beforeAll(async () => {
    page = await fixtures.visit(customer.owner);
    // The browser must be signed in, or nothing below would prove anything.
    await page.goto(pathOf(customer, 'start'));
    await heading(page, 'Start').waitFor();
  });

  it('buys nothing with a form', async () => {
    const before = await customer.tenant.wallet();
    await page.goto(elsewhere.origins[relation]);
    const json = JSON.stringify(credit);
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];
    for (const coding of forms) {
      await page.goto(elsewhere.origins[relation]);
      const answered = page.waitForResponse(target());
      await page.evaluate(`{
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: ${JSON.stringify(target())}, enctype: '${coding}' });
        const field = document.createElement('input');
        Object.assign(field, { name: ${JSON.stringify(`${json.slice(0, -1)},"a":"`)}, value: '"}' });
        form.append(field);
        document.body.append(form);
        form.submit();
      }`);
      const answer = await answered;
      expect(answer.status()).toBe(403);
      const sent = await answer.request().allHeaders();
      expect(sent['content-type']).toContain(coding);
      // Same-site requests carry the cookie: the service refuses them by their origin.
      expect('cookie' in sent).toBe(relation === 'same-site');
      await page.getByText('"code":"cross_site"').waitFor();
    }
    expect(await customer.tenant.wallet()).toEqual(before);
    expect(fixtures.takeFaults(/^403 POST /)).toHaveLength(forms.length);
  });

  it('neither writes nor reads with a script', async () => {
    const before = await customer.tenant.wallet();
    const key = { name: 'stolen', scopes: ['models:run'] };
    const requests = [
      ['POST', '/wallet/credits', 'no-cors', 'text/plain', credit],
      ['POST', '/wallet/credits', 'cors', 'application/json', credit],
      ['POST', '/keys', 'no-cors', 'text/plain', key],
      ['PATCH', '', 'cors', 'application/json', { memberScopes: [] }],
      ['GET', '/keys', 'cors', '', undefined],
    ] as const;
    await page.goto(elsewhere.origins[relation]);
    for (const [method, path, mode, type, body] of requests) {
      const url = `${fixtures.url}${API}${customer.path}${path}`;
      const init = {
        ...{ method, mode, credentials: 'include' },
        ...(body && { headers: { 'Content-Type': type }, body: JSON.stringify(body) }),
      };
      const read = await page.evaluate<string>(
        `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)})
          .then((answer) => answer.text(), () => '')`,
      );
      expect(read).toBe('');
    }
    const out = `fetch('${fixtures.url}${API}/session', { method: 'DELETE', credentials: 'include' })`;
    expect(await page.evaluate(`${out}.then(() => 'sent', () => 'not sent')`)).toBe('not sent');
    fixtures.takeFaults(
      /^(403 POST|401 GET|403 OPTIONS|405 OPTIONS|net::ERR_FAILED|console: Access to)/,
    );

    expect(await customer.tenant.wallet()).toEqual(before);
    const keys = await customer.owner.get<{ data: { name: string }[] }>(`${customer.path}/keys`);
    expect(keys.data.map(({ name }) => name)).not.toContain('stolen');
    await page.goto(pathOf(customer, 'keys'));
    await heading(page, 'Keys').waitFor();
  });

  it('cannot frame the dashboard', async () => {
    await page.goto(elsewhere.origins[relation]);
    await page.evaluate(`{
      const frame = document.createElement('iframe');
      frame.src = ${JSON.stringify(fixtures.url + pathOf(customer, 'keys'))};
      document.body.append(frame);
    }`);
    await eventually(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
    const refused = /frame-ancestors|ERR_BLOCKED_BY_RESPONSE/;
    await eventually(() => fixtures.takeFaults(refused).length).toBeGreaterThan(0);
  });
});

describe('markup that got into a page', () => {
  it('runs nothing, draws nothing and reaches nobody', async () => {
    const page = await fixtures.visit(customer.owner);
    await page.goto(pathOf(customer, 'keys'));
    await heading(page, 'Keys').waitFor();
    const other = elsewhere.origins['cross-site'];
    await page.evaluate(`{
      const script = document.createElement('script');
      script.textContent = 'window.owned = "inline"';
      document.body.append(script);
      const foreign = document.createElement('script');
      foreign.src = '${other}/script.js';
      document.body.append(foreign);
      document.body.insertAdjacentHTML('beforeend',
        '<img src="${other}/pixel" onerror="window.owned = 1">' +
        '<p style="color: red" onclick="window.owned = 2" id="bait">bait</p>');
      document.getElementById('bait').click();
      setTimeout('window.owned = "text"');
      fetch('${other}/data').catch(() => {});
      new Image().src = '${other}/image';
      const base = document.createElement('base');
      base.href = '${other}/';
      document.head.append(base);
    }`);
    const stopped = new Set<string>();
    /** The policy stops two pictures, each by itself. */
    let pictures = 0;
    const note = () => {
      for (const fault of fixtures.takeFaults(/^policy: /)) {
        const [, directive = ''] = fault.split(' ');
        stopped.add(directive);
        if (directive === 'img-src') pictures += 1;
      }
      return [...stopped].toSorted();
    };
    const all = ['base-uri', 'connect-src', 'img-src', 'script-src', 'script-src-attr'];
    await eventually(note).toEqual([...all, 'script-src-elem', 'style-src-attr']);
    await eventually(() => note() && pictures).toBe(2);
    expect(await page.evaluate('window.owned')).toBeUndefined();
    const color = await page.evaluate(`getComputedStyle(document.getElementById('bait')).color`);
    expect(color).not.toBe('rgb(255, 0, 0)');
    expect(elsewhere.visited.filter((path) => path !== '/favicon.ico')).toEqual([]);
    fixtures.takeFaults(/^(console: |error: |csp |net::ERR_BLOCKED_BY_CSP)/);
  });
});

describe('texts of others', () => {
  const BAIT = '<script>owned=1</script><img src=x onerror=owned=1><b>bold</b>';

  it('are shown as they are, wherever a key or a message is shown', async () => {
    const page = await fixtures.visit(customer.owner);
    await page.goto(pathOf(customer, 'keys'));
    const { secret } = await makeKey(page, { name: BAIT });
    const { service } = fixtures.dashboard;
    const content = `${BAIT} \${owned} {{owned}} ' " \\`;
    const created = await service.send({
      ...{ method: 'POST', path: '/v1/developer/model-runs', key: secret },
      headers: { 'Idempotency-Key': BAIT.replaceAll(' ', '_'), Prefer: 'wait=10' },
      body: request('sandbox/echo', {
        messages: [{ role: 'user', content }],
        attribution: { endUserId: BAIT, sessionId: BAIT },
      }),
    });
    expect(created.status, created.text).toBe(200);
    const { id } = JSON.parse(created.text) as { id: string };
    const call = await callTool(customer.tenant, 'echo', {
      ...{ input: { text: content }, parent: { runId: id, toolCallId: BAIT } },
      attribution: { endUserId: BAIT },
    });
    await endOfCall(customer.tenant, call);
    const pages: [string, string][] = [
      ['keys', 'Keys'],
      ['runs', 'Runs'],
      ['wallet', 'Wallet'],
      ['audit', 'Audit trail'],
      ['usage?group=key', 'Usage'],
      ['start', 'Start'],
      ['usage?group=endUser&kind=tool_run', 'Usage'],
      [`tool-runs/${call.id}`, `Tool run …${call.id.slice(-8)}`],
      [`runs/${id}`, `Run …${id.slice(-8)}`],
    ];
    await page.goto(pathOf(customer, 'keys'));
    for (const [path, title] of pages) {
      await lead(page, pathOf(customer, path), title);
      const seen = page.getByText(BAIT).filter({ visible: true });
      if (path !== 'start') await seen.first().waitFor();
      expect(await page.evaluate('typeof owned'), path).toBe('undefined');
      expect(await page.locator('img[src=x], main script, main b').count(), path).toBe(0);
    }
    await eventually(() => page.getByText(content, { exact: true }).count()).toBe(2);
  });

  it('of ten thousand characters are refused as too long, and stay in their fields', async () => {
    const page = await fixtures.visit(customer.owner);
    await page.goto(pathOf(customer, 'keys'));
    const name = 'long '.repeat(2_000).trim();
    const form = await fillInKey(page, { name });
    await form.getByText('At most 100 characters; these are 9,999.').waitFor();
    expect(await form.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
    await form.getByLabel('Name').press('Enter');
    await eventually(() => form.getByLabel('Name').inputValue()).toBe(name);
    await form.getByLabel('Name').fill(`short ${unique('name')}`);
    await submit(form, 'Create key');
    await dialog(page, /The secret of “short/).waitFor();
  });
});

describe('the way back after signing in', () => {
  it('leads to no other site', async () => {
    const person = await fixtures.dashboard.person(customer.tenant.workspace, 'member');
    const page = await fixtures.visit();
    for (const trap of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
      await page.context().clearCookies();
      await page.goto(`/dashboard/sign-in?returnTo=${encodeURIComponent(trap)}`);
      await signIn(page.locator('main'), { ...person, password: PASSWORD });
      await heading(page, /^(?!Sign in)/).waitFor();
      expect(new URL(page.url()).origin).toBe(fixtures.url);
      await goToSome(page);
    }
  });
});

/** Wherever it led, the dashboard is there. */
async function goToSome(page: Page): Promise<void> {
  await page.goto(pathOf(customer, 'start'));
  await goTo(page, 'Keys');
}
