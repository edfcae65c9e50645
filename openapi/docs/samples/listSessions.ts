import { createClient, formatMoney } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

// A page can be short, or empty, and have more behind it.
for (let cursor: string | null | undefined; cursor !== null; ) {
  const { data: page, error } = await client.GET('/v1/developer/observability/sessions', {
    params: { query: { limit: 20, ...(cursor && { cursor }) } },
  });
  if (error) throw new Error(error.detail);
  for (const session of page.data) {
    console.log(session.sessionId, formatMoney(session.totals.chargedAmount, session.totals));
  }
  cursor = page.nextCursor;
}
