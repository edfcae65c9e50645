/** Reads the answer to one request, over one exchange or several: an interrupted stream can be resumed. */

import { createRefusalReader, EXPLAINED, type RefusalReader } from '../chat-completions/index.ts';
import type { CallHooks } from '../tools/course.ts';
import type { Brief, Head } from '../transport/index.ts';
import { createTextReader, type TextReader, TooLong } from './event-stream.ts';
import { TOO_LARGE, UNREADABLE } from './faults.ts';
import type { Inbox } from './inbox.ts';
import type { Pace } from './pace.ts';

export interface Reading {
  /** The id of the request. */
  id?: number | string;
  isHandshake?: boolean;
  hooks?: CallHooks | undefined;
  isAnswered: boolean;
  lastEventId?: string;
  retryMs: number;
  lost?: string;
  /** The body of a refused request. */
  refusal?: RefusalReader;
}

/** Of one exchange. */
export function createExchangeReader(
  reading: Reading,
  { inbox, pace, maxAnswerBytes }: { inbox: Inbox; pace: Pace; maxAnswerBytes: number },
  keepSession: (head: Head) => void,
) {
  let reader: TextReader | undefined;
  return {
    head(head: Head): 'more' | 'enough' | Brief {
      if (head.status < 200 || head.status > 299) {
        if (reading.id === undefined || head.status < 400 || head.status > 499) return 'enough';
        reading.refusal = createRefusalReader();
        return EXPLAINED;
      }
      if (reading.isHandshake) keepSession(head);
      if (head.status !== 200) return 'enough';
      reader = createTextReader(head.header('content-type'), maxAnswerBytes, {
        text(text) {
          if (inbox.take(text) === reading.id) reading.isAnswered = true;
        },
        size: (bytes) => reading.hooks?.onSize(bytes),
        id(id) {
          reading.lastEventId = id;
        },
        retry(ms) {
          reading.retryMs = Math.min(Math.max(ms, SHORTEST_RETRY_MS), LONGEST_RETRY_MS);
        },
      });
      return 'more';
    },
    data(chunk: Buffer): 'more' | 'enough' | 'close' | number {
      if (reading.refusal) return reading.refusal.feed(chunk);
      let wanted: ReturnType<typeof readOn> = 'more';
      const restMs = pace.take(() => {
        wanted = readOn(reading, () => reader?.feed(chunk));
      });
      return wanted === 'more' && restMs > 0 ? restMs : wanted;
    },
    end() {
      if (reading.isAnswered || reading.lost !== undefined) return;
      readOn(reading, () => {
        if (reader?.end() && !reading.isAnswered) reading.lost = UNREADABLE;
      });
    },
  };
}

/** Continues to read, unless the text is invalid or too long. */
function readOn(reading: Reading, read: () => void): 'more' | 'enough' | 'close' {
  try {
    read();
  } catch (error) {
    reading.lost = error instanceof TooLong ? TOO_LARGE : UNREADABLE;
    return 'close';
  }
  return reading.isAnswered ? 'enough' : 'more';
}

/** However short the delay that a server requests. */
const SHORTEST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 10_000;
