/** The name of a workspace: owners change it, and the audit trail says who did. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemOf, unique } from '../support/service.ts';
import { bodyOf, type Customer, type Dashboard, startDashboard } from './fixtures.ts';

let dashboard: Dashboard;
let customer: Customer;

beforeAll(async () => {
  dashboard = await startDashboard({ parts: ['api'] });
  customer = await dashboard.customer();
});
afterAll(() => dashboard.close());

const rename = (name: string, by = customer.owner) =>
  by.send({ method: 'PATCH', path: customer.path, body: { name } });

test('an owner renames it, everybody sees it, and it is noted', async () => {
  const name = unique('Acme Research');
  expect(bodyOf(await rename(` ${name} `))).toMatchObject({ name });
  const member = await dashboard.person(customer.tenant.workspace, 'member');
  const me = await member.get<{ workspaces: { name: string }[] }>('/me');
  expect(me.workspaces).toMatchObject([{ name }]);
  const events = `${customer.path}/audit-events?kind=settings_changed`;
  const { data } = await customer.owner.get<{ data: object[] }>(events);
  expect(data[0]).toMatchObject({ detail: { name }, actor: { id: customer.owner.id } });
});

test('an admin is refused at #/name, together with everything else that was requested', async () => {
  const admin = await dashboard.person(customer.tenant.workspace, 'admin');
  const ask = { method: 'PATCH', path: customer.path };
  const refused = await admin.send({
    ...ask,
    body: { name: 'Mine', memberScopes: ['models:read'] },
  });
  expect(problemOf(refused, 'forbidden').errors).toMatchObject([{ pointer: '#/name' }]);
  expect(await admin.get(customer.path)).not.toMatchObject({ memberScopes: ['models:read'] });
});

test('a name that another workspace has is not told, and one that looks like an id is refused at #/name', async () => {
  const other = await dashboard.customer();
  const { name } = await other.owner.get<{ name: string }>(other.path);
  expect(bodyOf(await rename(name))).toMatchObject({ name });
  const alike = problemOf(await rename(other.id), 'invalid_request');
  expect(alike.errors).toMatchObject([{ pointer: '#/name' }]);
  problemOf(await rename('   '), 'invalid_request');
});

test('a name in which a mail program sees a link or an address, or that hides something, is refused at #/name', async () => {
  for (const name of [
    ...['Refund: www.evil.example', 'https://evil', 'evil.example', 'evil\u3002example'],
    ...['\uff45vil\uff0eexample', 'ev\u200dil.exam\u200dple', 'ada@evil', '192.0.2.1'],
    ...['Acme\u202egnp', 'Ac\u2060me', 'Acme\u00ad', '\u3164'],
  ]) {
    for (const refused of [
      await rename(name),
      await customer.owner.send({ method: 'PATCH', path: '/me', body: { name } }),
    ]) {
      const { errors } = problemOf(refused, 'invalid_request');
      expect(errors, name).toMatchObject([{ pointer: '#/name' }]);
    }
  }
  for (const name of ['J.R.R. Tolkien', 'Muster e.V.', 'Research @ Acme', 'v1.0', 'نی\u200cمه'])
    expect(bodyOf(await rename(name)), name).toMatchObject({ name });
});
