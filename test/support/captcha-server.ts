/** A provider of captchas: its widget is a button, and it answers as told, or hangs up without an answer. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CaptchaServer {
  /** What a service is configured with. */
  environment: Record<string, string>;
  url: string;
  /** Undefined hangs up. */
  answer: { status: number; text: string } | undefined;
  /** The forms that the service sent. */
  received: Record<string, string>[];
  close(): Promise<void>;
}

const WIDGET = `window.turnstile = {
  render(container, { sitekey, callback }) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'I am a person';
    button.addEventListener('click', () => callback('solved for ' + sitekey));
    container.append(button);
  },
};`;

export async function startCaptchaServer(): Promise<CaptchaServer> {
  const server = createServer(async (req, res) => {
    if (req.method === 'GET') {
      res.writeHead(200, { 'Content-Type': 'text/javascript' });
      res.end(WIDGET);
      return;
    }
    const text = Buffer.concat(await req.toArray()).toString();
    captcha.received.push(Object.fromEntries(new URLSearchParams(text)));
    if (!captcha.answer) {
      req.socket.destroy();
      return;
    }
    res.writeHead(captcha.answer.status, { 'Content-Type': 'application/json' });
    res.end(captcha.answer.text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const captcha: CaptchaServer = {
    environment: {
      CAPTCHA_VERIFY_URL: `${url}/siteverify`,
      CAPTCHA_SECRET: 'hunter2',
      CAPTCHA_SITE_KEY: 'a-site-key',
      CAPTCHA_SCRIPT_URL: `${url}/api.js`,
    },
    url,
    answer: { status: 200, text: '{"success":true}' },
    received: [],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return captcha;
}
