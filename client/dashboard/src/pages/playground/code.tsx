/** The same request as code, to run with one's own key. */
import { useState } from 'react';
import type { CreateModelRun } from '../../api/index.ts';
import { Button, Dialog, Samples } from '../../parts/index.ts';
import { clientOfRequest, curlOfRequest, pythonOfRequest } from '../../snippets/index.ts';

interface ViewCodeProps {
  baseUrl: string;
  body: CreateModelRun | undefined;
}

export function ViewCode({ baseUrl, body }: ViewCodeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)} isDisabled={body === undefined}>
        View code
      </Button>
      {body && (
        <Dialog title="View code" isOpen={isOpen} onClose={() => setOpen(false)} isWide>
          <p className="hint">
            The same request from your own program. Use an API key with the permission{' '}
            <code>models:run</code>.
          </p>
          <Samples
            label="Language"
            samples={[
              {
                ...{ name: 'curl', language: 'shell', what: 'the curl command' },
                text: curlOfRequest(baseUrl, body),
              },
              {
                ...{ name: 'TypeScript', language: 'ts', what: 'the TypeScript code' },
                text: clientOfRequest(baseUrl, body),
              },
              {
                ...{ name: 'Python', language: 'text', what: 'the Python code' },
                text: pythonOfRequest(baseUrl, body),
              },
            ]}
          />
        </Dialog>
      )}
    </>
  );
}
