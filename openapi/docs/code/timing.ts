import { createClient } from 'model-run-client';

const client = createClient();

const times: number[] = [];
for (let i = 0; i < 20; i++) {
  const began = performance.now();
  await client.modelRuns.createAndWait({
    model: 'sandbox/echo',
    messages: [{ role: 'user', content: `Number ${i}` }],
    maxOutputTokens: 100,
  });
  times.push(performance.now() - began);
}
times.sort((a, b) => a - b);
console.log(`p50 ${times[9]!.toFixed(0)} ms, slowest ${times[19]!.toFixed(0)} ms`);
// => p50 9 ms, slowest 34 ms
