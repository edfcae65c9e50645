/** The page for operators agrees with the contract and the configuration. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { operationsOf, readContract } from '../../scripts/docs/contract.ts';
import { composeOperatorsDocument } from '../../scripts/docs/operators.ts';
import { describeConfig } from '../../server/platform/config/index.ts';
import { DASHBOARD_PROBLEMS, OPERATOR_PROBLEMS } from '../../server/platform/lib/problem.ts';
import { builtDocs, operatorsPageFile } from './docs.ts';

const { document, guides } = composeOperatorsDocument();
const contract = readContract('dashboard');
const guide = (name: string) => guides.find(({ anchor }) => anchor === `section/${name}`)!;
const anchors = operationsOf(contract).map(({ operation }) =>
  `${operation.tags[0]}/${operation.operationId}`.toLowerCase().replaceAll(' ', '-'),
);
let html: string;

beforeAll(async () => {
  await builtDocs();
  html = readFileSync(operatorsPageFile, 'utf8');
});

describe("the operators' page", () => {
  it('has the section that every problem of the dashboard leads to', () => {
    const codes = contract.components.schemas.ProblemCode['x-extensible-enum'];
    expect(codes).toEqual(expect.arrayContaining(Object.keys(DASHBOARD_PROBLEMS)));
    const all = [...codes, ...Object.keys(OPERATOR_PROBLEMS)];
    expect(guide('errors').parts).toEqual(all.map((code) => `section/errors/${code}`));
    for (const code of all) expect(html).toContain(`id="section/errors/${code}"`);
  });

  it('has no link that leads nowhere, and loads nothing from elsewhere', () => {
    const markup = html.replaceAll(/<script[\s\S]*?<\/script>/g, '');
    const ids = Array.from(markup.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
    const links = Array.from(markup.matchAll(/ href="#\/([^"]+)"/g), ([, anchor = '']) => anchor);
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((link) => !ids.includes(link) && !anchors.includes(link))).toEqual([]);
    expect(markup).not.toMatch(
      /<(?:script|img|iframe)[^>]+src="(?!data:)|@import|<link rel="style/,
    );
  });

  it('shows the least role of every operation, in the list and in its section', () => {
    for (const { method, path, operation } of operationsOf(contract)) {
      const row = `| \`${method} ${path}\` | \`${operation['x-role']}\` |`;
      expect(guide('roles').text).toContain(row);
    }
    for (const { operation } of operationsOf(document)) {
      expect(operation.description).toMatch(/^For (anybody|everybody|members|admins|owners)/);
    }
  });

  it('names every variable of sessions and of the identity provider', () => {
    const text = guides.map((each) => each.text).join('');
    const names = describeConfig({}).map(({ name }) => name);
    const own = names.filter((name) => /^(?:SESSION|OIDC)_/.test(name));
    expect(own.length).toBeGreaterThan(3);
    expect(own.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  it('has a name of its own, and no code sample of another API', () => {
    expect(html).toContain('<title>Key Dashboard API: for operators</title>');
    expect(html.slice(0, 8_192)).not.toMatch(/__[A-Z]+__/);
    expect(JSON.stringify(document)).not.toContain('x-codeSamples');
  });
});
