import { expect, test } from 'vitest';
import { readConfig } from '../../server/platform/config/index.ts';

const OIDC = {
  OIDC_ISSUER: 'https://id.example.com/',
  OIDC_CLIENT_ID: 'dashboard',
  OIDC_CLIENT_SECRET: 'hunter2',
  OIDC_NAME: 'Acme ID',
};

test('an OpenID provider is configured whole or not at all', () => {
  expect(readConfig({}).oidc).toBeUndefined();
  expect(readConfig(OIDC).oidc).toEqual({
    ...{ issuer: 'https://id.example.com', clientId: 'dashboard' },
    ...{ clientSecret: 'hunter2', name: 'Acme ID' },
  });
  for (const missing of Object.keys(OIDC)) {
    const environment = { ...OIDC, [missing]: '' };
    expect(() => readConfig(environment)).toThrow(`${missing} must be set as well`);
    expect(() => readConfig(environment)).toThrow(/^(?!.*hunter2)/s);
  }
});

test('a session may not be idle for longer than it lives', () => {
  expect(() => readConfig({ SESSION_IDLE_MS: '5000', SESSION_LIMIT_MS: '4000' })).toThrow(
    'SESSION_IDLE_MS must not be longer than SESSION_LIMIT_MS',
  );
});
