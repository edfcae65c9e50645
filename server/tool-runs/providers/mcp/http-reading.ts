/** Reads the answer to one request, over one exchange or several: an interrupted stream can be resumed. */

import {
  createRefusalReader,
  EXPLAINED,
  type RefusalReader,
} from '../../../providers/error-words.ts';
import type { Brief, Head } from '../../../providers/transport/index.ts';
import type { CallHooks } from '../course.ts';
import { tooManyBytes } from '../endings.ts';
import { BadText, createTextReader, type TextReader } from './event-stream.ts';
import { Lost, NO_UTF_8, TOO_LARGE, UNREADABLE, Unusable } from './faults.ts';
import { type Inbox, isResult } from './inbox.ts';
import type { Pace } from './pace.ts';

export interface Reading {
  /** The id of the request. */
  id?: number | string;
  isHandshake?: boolean;
  hooks?: CallHooks | undefined;
  isAnswered: boolean;
  lastEventId?: string;
  retryMs: number;
  lost?: Lost;
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
        wanted = readOn(reading, maxAnswerBytes, () => reader?.feed(chunk));
      });
      return wanted === 'more' && restMs > 0 ? restMs : wanted;
    },
    end() {
      if (reading.isAnswered || reading.lost !== undefined) return;
      readOn(reading, maxAnswerBytes, () => {
        if (reader?.end() && !reading.isAnswered) reading.lost = new Lost(UNREADABLE);
      });
    },
  };
}

/** Continues to read, unless the text is invalid or too long. */
function readOn(
  reading: Reading,
  maxAnswerBytes: number,
  read: () => void,
): 'more' | 'enough' | 'close' {
  try {
    read();
  } catch (error) {
    reading.lost = lostBy(error, maxAnswerBytes);
    return 'close';
  }
  return reading.isAnswered ? 'enough' : 'more';
}

function lostBy(error: unknown, maxAnswerBytes: number): Lost {
  if (!(error instanceof BadText)) return new Lost(UNREADABLE);
  const { isTooLong, start } = error;
  if (isResult(start)) return new Unusable(isTooLong ? tooManyBytes(maxAnswerBytes) : NO_UTF_8);
  return new Lost(isTooLong ? TOO_LARGE : UNREADABLE);
}

/** However short the delay that a server requests. */
const SHORTEST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 10_000;
