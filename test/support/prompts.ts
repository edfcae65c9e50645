/** Prompts over HTTP: one tenant saves, moves and renders them. */
import { expect } from 'vitest';
import type { PromptVersion } from '../../openapi/generated/developer.ts';
import { type Answer, jsonOf, PROMPTS, type Tenant, unique } from './service.ts';

export function pathOf(name: string, below = ''): string {
  return `${PROMPTS}/${encodeURIComponent(name)}${below}`;
}

export function save(tenant: Tenant, body: object, requestKey?: string): Promise<Answer> {
  return tenant.create(body, { path: PROMPTS, ...(requestKey && { requestKey }) });
}

/** Saves a version. */
export async function saved(tenant: Tenant, body: object): Promise<PromptVersion> {
  const answer = await save(tenant, body);
  expect(answer.status, answer.text).toBe(201);
  return jsonOf(answer) as PromptVersion;
}

/** A new prompt with this text, under `production`. */
export function textPrompt(
  tenant: Tenant,
  text: string,
  more: object = {},
): Promise<PromptVersion> {
  return saved(tenant, { name: unique('prompt'), text, labels: ['production'], ...more });
}

export function render(tenant: Tenant, name: string, body: object): Promise<Answer> {
  return tenant.send({ path: pathOf(name, '/render'), body });
}

export function move(
  tenant: Tenant,
  { name, label, version }: { name: string; label: string; version: number },
  headers: Record<string, string> = {},
): Promise<Answer> {
  return tenant.send({
    ...{ method: 'PUT', path: pathOf(name, `/labels/${label}`) },
    ...{ body: { version }, headers },
  });
}
