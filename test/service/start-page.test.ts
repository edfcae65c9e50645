/** The address of the deployment itself, and addresses without an operation: both lead on. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OTHER_CLIENTS } from '../../server/platform/http/start-page.ts';
import { root } from '../contract/document.ts';
import { jsonOf, problemOf, startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ parts: ['api'] });
});
afterAll(() => service.close());

/** Without a look at the contract of the API, which has no dashboard. */
const statusOf = async (path: string) => (await fetch(service.url + path)).status;

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('the address of the deployment', () => {
  it('gives a browser a page whose links are there, and whose policy allows only its style', async () => {
    const answer = await service.send({ path: '/', headers: { Accept: BROWSER } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('vary')).toBe('Accept');
    const style = /<style>(.*)<\/style>/s.exec(answer.text)![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
    const links = [...answer.text.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!);
    expect(links).toEqual(expect.arrayContaining(['openapi.json', 'readyz']));
    for (const link of links) {
      expect(await statusOf(`/${link}`), link).toBe(200);
    }
  });

  it.each([undefined, '*/*', 'application/json'])(
    'gives a program the same addresses as JSON: Accept: %s',
    async (accept) => {
      const answer = await service.send({ path: '/', headers: accept ? { Accept: accept } : {} });
      const { title, version, ...links } = jsonOf(answer) as Record<string, string>;
      const document = jsonOf(await service.send({ path: '/openapi.json' }));
      expect(document).toMatchObject({ info: { title, version } });
      expect(links).toMatchObject({ contract: `${service.publicUrl}/openapi.json` });
      for (const link of Object.values(links)) {
        const path = link.slice(service.publicUrl.length);
        expect(await statusOf(path), link).toBe(200);
      }
    },
  );

  it('has no other method: 404', async () => {
    const answer = await service.send({ method: 'POST', path: '/' });
    expect(answer.status).toBe(404);
    problemOf(answer, 'not_found');
  });
});

describe('an address that is not there (404)', () => {
  it.each([
    ['/v1/developer/models/sandbox/echo', '/v1/developer/models/sandbox%2Fecho'],
    ['/v1/developer/tools/sandbox/echo', '/v1/developer/tools/sandbox%2Fecho'],
  ])('because of a slash within an id, says how to write it: %s', async (path, encoded) => {
    const { key } = await service.tenant();
    const send = (target: string) => service.send({ path: target, key: key.key });
    expect(problemOf(await send(path), 'not_found').detail).toContain(`as in ${encoded}.`);
    expect((await send(encoded)).status).toBe(200);
  });

  it('because of a slash within the name of a prompt, says so as well', async () => {
    const path = '/v1/developer/observability/prompts/support/answer';
    const { detail } = problemOf(await service.send({ path }), 'not_found');
    expect(detail).toContain('prompts/support%2Fanswer');
  });

  it.each([
    ...['/chat/completions', '/v1/chat/completions', '/v1/responses', '/v1/messages'],
    '/v1/developer/chat/completions',
  ])('because it is that of another API, names the guide: %s', async (path) => {
    const answer = await service.send({ method: 'POST', path, body: { model: 'any' } });
    expect(answer.status).toBe(404);
    const { detail } = problemOf(answer, 'not_found');
    expect(detail).toContain(`${service.publicUrl}/docs${OTHER_CLIENTS}`);
  });

  it('names a guide that there is', () => {
    const folder = join(root, 'openapi/docs/guides');
    const titles = readdirSync(folder).map((name) =>
      /^# (.*)/.exec(readFileSync(join(folder, name), 'utf8'))![1]!.toLowerCase(),
    );
    const sections = titles.map((title) =>
      title.replaceAll(/[^a-z0-9 -]/g, '').replaceAll(' ', '-'),
    );
    expect(sections.map((section) => `/guides/${section}`)).toContain(OTHER_CLIENTS);
  });
});
