/** The widget of the configured captcha. Its script is the only one of another origin, and only this page may load it. */
import { useEffect, useRef, useState } from 'react';
import type { SignInMethods } from '../../api/index.ts';
import { Notice } from '../../parts/index.ts';
import './captcha.css';

/** What Turnstile, hCaptcha and reCAPTCHA have in common. */
interface Widget {
  render(
    container: HTMLElement,
    options: {
      sitekey: string;
      callback: (answer: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ): unknown;
  /** Only Turnstile and hCaptcha. */
  remove?(id: unknown): void;
  ready?(callback: () => void): void;
}

type Widgets = Partial<Record<'turnstile' | 'hcaptcha' | 'grecaptcha', Widget>>;

export type CaptchaSettings = NonNullable<NonNullable<SignInMethods['signUp']>['captcha']>;

interface CaptchaProps {
  captcha: CaptchaSettings;
  /** Undefined once the answer has expired. */
  onAnswer: (answer: string | undefined) => void;
}

/** An answer counts once: another `key` shows the widget anew. */
export function Captcha({ captcha: { siteKey, scriptUrl }, onAnswer }: CaptchaProps) {
  const container = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let remove: (() => void) | undefined;
    let isGone = false;
    function show(widget: Widget) {
      if (isGone || !container.current) return;
      const id = widget.render(container.current, {
        sitekey: siteKey,
        callback: onAnswer,
        'expired-callback': () => onAnswer(undefined),
        'error-callback': () => onAnswer(undefined),
      });
      remove = () => widget.remove?.(id);
    }
    loadWidget(scriptUrl).then(show, () => setFailed(true));
    return () => {
      isGone = true;
      remove?.();
    };
  }, [siteKey, scriptUrl, onAnswer]);
  return (
    <>
      <div ref={container} className="captcha" />
      {hasFailed && (
        <Notice tone="bad" title="The captcha didn’t load" isAlert>
          It’s needed to create an account. Check your connection and content blockers, then reload
          this page.
        </Notice>
      )}
    </>
  );
}

let loading: Promise<Widget> | undefined;

function loadWidget(url: string): Promise<Widget> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('error', reject);
    script.addEventListener('load', () => {
      const { turnstile, hcaptcha, grecaptcha } = window as Widgets;
      const widget = turnstile ?? hcaptcha ?? grecaptcha;
      if (!widget) return reject(new Error(`${url} has no widget`));
      // reCAPTCHA loads more before it can render.
      if (widget === grecaptcha && widget.ready) widget.ready(() => resolve(widget));
      else resolve(widget);
    });
    document.head.append(script);
  });
  return loading;
}
