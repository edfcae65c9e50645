/** The documentation and the contract in other forms, for programs that import, follow or read them. */
import { stringify } from 'yaml';
import { BUILT_FOR } from '../../server/platform/http/docs.ts';
import { type ContractDocument, operationsOf, readContract } from './contract.ts';
import { versions } from './placeholders.ts';
import { requestOf } from './samples.ts';

/** By their names below the folder of the documentation; the guides are Markdown without a page around it. */
export function filesOf(guides: string[]): Record<string, string> {
  const contract = readContract('developer');
  return {
    'files/openapi.yaml': stringify(contract, { aliasDuplicateObjects: false, lineWidth: 120 }),
    'files/postman-collection.json': JSON.stringify(collectionOf(contract), null, 2),
    'files/llms-full.txt': guides.join('\n'),
    'files/changes.atom': feedOf(contract),
  };
}

/**
 * A folder for each tag and a request for each operation, in version 2.1 of Postman's format, which Bruno and others import
 * too. The address and the key are variables, and each send has a request key of its own.
 */
function collectionOf(contract: ContractDocument): object {
  const operations = operationsOf(contract);
  return {
    info: {
      name: contract.info.title,
      version: contract.info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: bearer,
    variable: [
      { key: 'baseUrl', value: BUILT_FOR },
      { key: 'apiKey', value: '' },
    ],
    item: contract.tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map((placed) => itemOf(contract, placed)),
    })),
  };
}

const bearer = {
  type: 'bearer',
  bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }],
};

function itemOf(contract: ContractDocument, placed: Parameters<typeof requestOf>[1]): object {
  const { operation } = placed;
  const { method, template, path, query, headers, body } = requestOf(contract, placed);
  const steps = template.slice(1).split('/');
  return {
    name: operation.summary,
    request: {
      method,
      description: operation.description,
      ...(operation.security.length === 0 && { auth: { type: 'noauth' } }),
      header: headers
        .filter(([name]) => name !== 'Authorization')
        .map(([key, value]) => ({ key, value: key === 'Idempotency-Key' ? '{{$guid}}' : value })),
      url: {
        raw: `{{baseUrl}}${template.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        host: ['{{baseUrl}}'],
        path: steps.map((step) => step.replace(/^\{(\w+)\}$/, ':$1')),
        query: query.map(([key, value]) => ({ key, value: String(value) })),
        variable: path.map(({ name, value }) => ({ key: name, value: encodeURIComponent(value) })),
      },
      ...(body !== undefined && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(body, null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
    },
  };
}

/** A feed by RFC 4287 with an entry for each version of the contract, the newest first. */
function feedOf({ info }: ContractDocument): string {
  const address = `${BUILT_FOR}/docs/files/changes.atom`;
  const page = `${BUILT_FOR}/docs/guides/versions#changelog`;
  const all = versions();
  const entries = all.map(({ version, date, text }) => {
    return `  <entry>
    <id>${address}#${version}</id>
    <title>${escaped(info.title)} ${version}</title>
    <updated>${date}T00:00:00Z</updated>
    <link href="${page}"/>
    <content type="text">${escaped(text)}</content>
  </entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${address}</id>
  <title>${escaped(info.title)}: changes of the contract</title>
  <updated>${all[0]?.date}T00:00:00Z</updated>
  <author><name>${escaped(info.title)}</name></author>
  <link rel="self" href="${address}"/>
  <link href="${page}"/>
${entries.join('\n')}
</feed>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
