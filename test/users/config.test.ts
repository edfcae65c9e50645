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

const SIGN_UP = { SIGN_UP: 'open', TERMS_URL: 'https://example.com/terms' };
const CAPTCHA = {
  CAPTCHA_VERIFY_URL: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  CAPTCHA_SECRET: 'hunter2',
  CAPTCHA_SITE_KEY: 'a-site-key',
};

test('sign-up is off unless it is opened, with terms and, in production, mail', () => {
  expect(readConfig({ ...SIGN_UP, SIGN_UP: '' }).signUp).toBeUndefined();
  expect(readConfig(SIGN_UP)).toMatchObject({ terms: SIGN_UP.TERMS_URL, signUp: {} });
  expect(() => readConfig({ SIGN_UP: 'invitation' })).toThrow('SIGN_UP must be one of off, open');
  expect(() => readConfig({ SIGN_UP: 'open', NODE_ENV: 'production' })).toThrow(
    /SIGN_UP=open needs TERMS_URL; SIGN_UP=open needs SMTP_URL in production/,
  );
});

test('a captcha is configured whole or not at all, and its script is known or named', () => {
  expect(readConfig({ ...SIGN_UP, ...CAPTCHA }).signUp?.captcha).toMatchObject({
    siteKey: 'a-site-key',
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    sources: ['https://challenges.cloudflare.com'],
  });
  const verify = 'https://captcha.example.com/verify';
  expect(() => readConfig({ CAPTCHA_VERIFY_URL: verify, SIGN_UP: 'open' })).toThrow(
    /SIGN_UP=open needs TERMS_URL.*CAPTCHA_VERIFY_URL needs CAPTCHA_SCRIPT_URL.*CAPTCHA_SECRET, CAPTCHA_SITE_KEY must be set/,
  );
  const CAPTCHA_SCRIPT_URL = 'https://captcha.example.com/widget/api.js';
  const own = { ...SIGN_UP, ...CAPTCHA, CAPTCHA_VERIFY_URL: verify, CAPTCHA_SCRIPT_URL };
  expect(readConfig(own).signUp?.captcha).toMatchObject({
    scriptUrl: CAPTCHA_SCRIPT_URL,
    sources: ['https://captcha.example.com'],
  });
  expect(() => readConfig({ CAPTCHA_SCRIPT_URL })).toThrow(
    'CAPTCHA_SCRIPT_URL needs CAPTCHA_VERIFY_URL',
  );
});
