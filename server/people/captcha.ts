/**
 * Checks the answer to a captcha with its provider, in the form that Turnstile, hCaptcha and reCAPTCHA share. Only an
 * explicit success passes: whatever the provider does not say is not known, and refuses.
 */
import { Agent, request } from 'undici';
import { Problem } from '../platform/lib/problem.ts';
import { refusal } from './person.ts';

export interface CaptchaSettings {
  verifyUrl: string;
  secret: string;
  /** Public, for the widget. */
  siteKey: string;
  scriptUrl: string;
}

interface Answer {
  /** What the widget returned. */
  response: string | undefined;
  ip: string | undefined;
}

type OnFault = (detail: { reason: string }, message: string) => void;

const WITHIN_MS = 5_000;
const MOST_BYTES = 65_536;
const RETRY_AFTER_SECONDS = 5;

/** Throws invalid_request for a wrong answer, and overloaded if nobody can say whether it is wrong. */
export async function checkCaptcha(
  { verifyUrl, secret }: Pick<CaptchaSettings, 'verifyUrl' | 'secret'>,
  { response, ip }: Answer,
  onFault: OnFault,
): Promise<void> {
  if (response === undefined) {
    throw refusal('#/captcha', 'required', 'Solve the captcha first.');
  }
  const form = new URLSearchParams({ secret, response, ...(ip !== undefined && { remoteip: ip }) });
  const verdict = await ask(verifyUrl, form);
  if (verdict === 'passed') return;
  if (verdict === 'refused') {
    throw refusal('#/captcha', 'conflict', 'The captcha was not solved. Try it again.');
  }
  onFault(verdict, 'the captcha could not be checked, and nobody signs up without it');
  throw new Problem('overloaded', 'The captcha can’t be checked right now. Nothing was sent.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

async function ask(
  url: string,
  form: URLSearchParams,
): Promise<'passed' | 'refused' | { reason: string }> {
  const dispatcher = new Agent({
    maxResponseSize: MOST_BYTES,
    connect: { timeout: WITHIN_MS },
  });
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: form.toString(),
      signal: AbortSignal.timeout(WITHIN_MS),
      dispatcher,
    });
    const said: unknown = await body.json();
    if (typeof said !== 'object' || said === null) return { reason: 'no verdict' };
    const { success, 'error-codes': codes } = said as Record<string, unknown>;
    if (statusCode === 200 && success === true) return 'passed';
    // Not the fault of the person.
    if (Array.isArray(codes) && codes.some((code) => /secret/.test(String(code)))) {
      return { reason: 'the provider does not accept CAPTCHA_SECRET' };
    }
    return success === false ? 'refused' : { reason: `status ${statusCode}` };
  } catch (error) {
    const { code, name } = error as { code?: unknown; name?: unknown };
    return { reason: String(code ?? name) };
  } finally {
    void dispatcher.destroy();
  }
}
