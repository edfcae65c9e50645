import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

for (let cursor: string | null | undefined; cursor !== null; ) {
  const { data: page, error } = await client.GET('/v1/developer/tools', {
    params: { query: { limit: 100, ...(cursor && { cursor }) } },
  });
  if (!page) throw new Error(error.detail);
  for (const tool of page.data) console.log(tool.id, tool.version, tool.pricing.perCall);
  cursor = page.nextCursor;
}
