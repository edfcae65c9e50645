import { readFile, writeFile } from 'node:fs/promises';
import { createClient } from 'model-run-client';

const client = createClient();

// A picture of one dot, so that the program needs no other file. Read yours in its place.
await writeFile('dot.gif', 'R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
const picture = await readFile('dot.gif', 'base64');

const run = await client.modelRuns.createAndWait(
  {
    model: 'sandbox/echo',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: `data:image/gif;base64,${picture}` } },
        ],
      },
    ],
    maxOutputTokens: 100,
  },
  { idempotencyKey: 'picture-1' },
);
console.log(run.text);
