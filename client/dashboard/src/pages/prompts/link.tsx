/** A link to a prompt, or to a version of it. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useHere } from '../../frame/here.tsx';

interface PromptLinkProps {
  name: string;
  /** The version; the newest if absent. */
  version?: number | string;
  children?: ReactNode;
}

export function PromptLink({ name, version, children = name }: PromptLinkProps) {
  const { to } = useHere();
  const search = new URLSearchParams({
    name,
    ...(version !== undefined && { version: String(version) }),
  });
  return <Link href={`${to('prompts')}?${search}`}>{children}</Link>;
}
