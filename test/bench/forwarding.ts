/** Sends a request to the upstream and reads its stream, as a proxy that stores nothing does. */
import { createParser } from 'eventsource-parser';
import { Agent } from 'undici';

export interface ForwardedAnswer {
  id: string;
  text: string;
  finishReason: string;
  usage: object;
}

interface Chunk {
  id: string;
  choices: { delta: { content?: string }; finish_reason: string | null }[];
  usage?: object;
}

export function createForwarding(upstreamUrl: string) {
  const agent = new Agent({ connections: null });
  return {
    async forward(request: object): Promise<ForwardedAnswer> {
      const { body } = await agent.request({
        origin: upstreamUrl,
        path: '/chat/completions',
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ ...request, stream: true }),
      });
      return answerOf(body);
    },
    close: () => agent.close(),
  };
}

async function answerOf(body: AsyncIterable<Buffer>): Promise<ForwardedAnswer> {
  const answer: ForwardedAnswer = { id: '', text: '', finishReason: '', usage: {} };
  const parser = createParser({
    onEvent({ data }) {
      if (data === '[DONE]') return;
      const { id, choices, usage } = JSON.parse(data) as Chunk;
      const [choice] = choices;
      answer.id = id;
      answer.text += choice?.delta.content ?? '';
      answer.finishReason = choice?.finish_reason ?? answer.finishReason;
      if (usage) answer.usage = usage;
    },
  });
  const decoder = new TextDecoder();
  for await (const part of body) parser.feed(decoder.decode(part, { stream: true }));
  return answer;
}
