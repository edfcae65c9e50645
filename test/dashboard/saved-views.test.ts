/** Saved views: own and shared; their owners, and admins, rename and delete them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SavedView } from '../../openapi/generated/dashboard.ts';
import { problemOf } from '../support/service.ts';
import { bodyOf, type Customer, type Dashboard, type Person, startDashboard } from './fixtures.ts';

let dashboard: Dashboard;
let customer: Customer;
let member: Person;
let other: Person;
let path: string;

beforeAll(async () => {
  dashboard = await startDashboard({ parts: ['api'] });
  customer = await dashboard.customer();
  member = await dashboard.person(customer.tenant.workspace, 'member');
  other = await dashboard.person(customer.tenant.workspace, 'member');
  path = `${customer.path}/views`;
});
afterAll(() => dashboard.close());

const VIEW = { list: 'runs', name: 'Failed today', query: 'state=failed&period=day' };

async function save(person: Person, change: object): Promise<SavedView> {
  return bodyOf(await person.send({ path, body: { ...VIEW, isShared: false, ...change } }));
}

async function namesOf(person: Person): Promise<string[]> {
  return (await person.get<{ data: SavedView[] }>(path)).data.map(({ name }) => name);
}

it('one’s own are seen by oneself, and shared ones by everybody', async () => {
  const own = await save(member, { name: 'Mine' });
  expect(own).toMatchObject({ ...VIEW, name: 'Mine', isOwn: true, isShared: false });
  await save(member, { name: 'Ours', isShared: true });
  expect(await namesOf(member)).toEqual(['Mine', 'Ours']);
  expect(await namesOf(other)).toEqual(['Ours']);
  const outsider = (await dashboard.customer()).owner;
  problemOf(await outsider.send({ path }), 'not_found');
});

it('are renamed, shared and deleted by whom they belong to, and shared ones by admins', async () => {
  const own = await save(member, { name: 'Slow' });
  const change = (who: Person, id: string, body: object) =>
    who.send({ method: 'PATCH', path: `${path}/${id}`, body });
  problemOf(await change(other, own.id, { name: 'Stolen' }), 'not_found');
  bodyOf(await change(member, own.id, { name: 'Slower', isShared: true, query: '' }));
  problemOf(await change(other, own.id, { name: 'Stolen' }), 'forbidden');
  expect(bodyOf(await change(customer.owner, own.id, {}))).toMatchObject({
    ...{ name: 'Slower', query: '', isShared: true, isOwn: false, createdBy: { id: member.id } },
  });
  problemOf(await other.send({ method: 'DELETE', path: `${path}/${own.id}` }), 'forbidden');
  const gone = await customer.owner.send({ method: 'DELETE', path: `${path}/${own.id}` });
  expect(gone.status).toBe(204);
  expect(await namesOf(member)).not.toContain('Slower');
});

it('have names that can be read, and a bound', async () => {
  const body = { ...VIEW, isShared: false };
  problemOf(await other.send({ path, body: { ...body, name: ' ' } }), 'invalid_request');
  problemOf(await other.send({ path, body: { ...body, query: '<b>' } }), 'invalid_request');
  for (let i = 0; i < 100; i += 1) await save(other, { name: `View ${i}` });
  problemOf(await other.send({ path, body: body }), 'conflict');
});
