/** Copies a text, also on pages without TLS, where browsers have no clipboard API. Has the result read out. */
import { useEffect, useState } from 'react';
import { announce } from './announce.tsx';
import { Button } from './button.tsx';
import './copy.css';

interface CopyProps {
  text: string;
  /** What is copied, for the button's name: `Copy the secret`. */
  what: string;
  words?: string;
  look?: 'primary' | 'quiet';
  onCopied?: () => void;
}

export function CopyButton({ text, what, words, look, onCopied }: CopyProps) {
  const [copied, setCopied] = useState<'yes' | 'failed'>();
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(undefined), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    const done = await copyText(text);
    setCopied(done ? 'yes' : 'failed');
    announce(done ? `Copied ${what}.` : 'Copying isn’t allowed here. Select the text and copy it.');
    if (done) onCopied?.();
  }
  const shownWords = copied === 'yes' ? 'Copied' : copied === 'failed' ? 'Not allowed' : words;
  return (
    <Button
      small
      look={look}
      icon={copied === 'yes' ? 'check' : 'copy'}
      label={shownWords === undefined ? `Copy ${what}` : undefined}
      onPress={() => void copy()}
    >
      {shownWords}
      {shownWords === 'Copy' && <span className="sr-only"> {what}</span>}
    </Button>
  );
}

/** An identifier or an address with a button that copies it. */
export function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <span className="copyable">
      <code>{text}</code>
      <CopyButton text={text} what={what} look="quiet" />
    </span>
  );
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'sr-only';
  // The area is inside the dialog, because the focus trap of the dialog would take the selection away.
  const container = document.activeElement?.closest('[role="dialog"]') ?? document.body;
  container.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
  }
}

const SHOWN = 12;

export function Version({ hash }: { hash: string }) {
  return (
    <span className="version">
      <code title={hash}>{hash.slice(0, SHOWN)}…</code>
      <CopyButton text={hash} what="the version" look="quiet" />
    </span>
  );
}
