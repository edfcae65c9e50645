/**
 * A tool loop in a separate process. Prints a line before each request and after each answer, for a test to kill it.
 */
import { createOpenAIFetch } from '../../../client/openai.ts';
import { loops } from './loops.ts';

const [name = '', baseUrl = '', apiKey = ''] = process.argv.slice(2);

await loops[name as keyof typeof loops](
  createOpenAIFetch({
    ...{ baseUrl, apiKey, reuseEqual: true },
    async fetch(request) {
      process.stdout.write('asks\n');
      const response = await fetch(request);
      process.stdout.write('has an answer\n');
      return response;
    },
  }),
);
