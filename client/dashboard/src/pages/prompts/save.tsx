/** Shows a command that saves a version. The command runs without changes. */
import { useState } from 'react';
import { useCatalog } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Code } from '../../parts/index.ts';
import { curlOfPrompt, type PromptContent } from '../../snippets/index.ts';

interface HowToSaveProps {
  name: string;
  content: PromptContent;
  /** The newest version; 0 if there is none. */
  parent: number;
}

export function HowToSave({ name, content, parent }: HowToSaveProps) {
  const { workspaceId } = useHere();
  const catalog = useCatalog(workspaceId);
  const [requestKey] = useState(() => `save-${crypto.getRandomValues(new Uint32Array(1))[0]}`);
  if (!catalog.data) return null;
  const baseUrl = catalog.data.developerBaseUrl.replace(/\/$/, '');
  return (
    <Code
      text={curlOfPrompt({ baseUrl, name, content, parentVersion: parent, requestKey })}
      language="shell"
      what="the curl command"
    />
  );
}
