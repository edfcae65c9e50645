import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

// Reads page after page.
for (let cursor: string | null | undefined; cursor !== null; ) {
  const { data: page, error } = await client.GET('/v1/developer/tool-runs', {
    params: { query: { state: ['completed'], limit: 20, ...(cursor && { cursor }) } },
  });
  if (!page) throw new Error(error.detail);
  for (const run of page.data) console.log(run.id, run.tool, run.chargedAmount);
  cursor = page.nextCursor;
}
