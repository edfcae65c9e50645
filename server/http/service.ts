/**
 * The operations that need no key: whether the process lives, whether it should get requests, the contract
 * itself and the pages about it. Readiness asks the given check, never more than once at a time.
 */
import {
  DASHBOARD_PROBLEMS,
  DATABASE_AWAY,
  NOT_FOUND,
  PROBLEMS,
  Problem,
  type ProblemCode,
} from '../kernel/problem.ts';
import type { Handler, OpenOperation } from './developer-handlers.ts';
import {
  type At,
  type Docs,
  docsReply,
  REVALIDATED,
  type ServedTexts,
  sectionOf,
  textReply,
} from './docs.ts';

export interface ServiceOptions {
  /** Resolves when the database answers. */
  health: () => Promise<void>;
  closing: AbortSignal;
  document: () => object;
  /** Where callers reach the API. */
  publicUrl: () => string;
  /** Undefined where the page was not built. */
  docs: At<Docs> | undefined;
  /** The same guides as texts. */
  texts: At<ServedTexts> | undefined;
}

const HEALTH_TIMEOUT_MS = 1_000;
const NO_STORE = { 'Cache-Control': 'no-store' };

export function createServiceHandlers(options: ServiceOptions): {
  [Id in OpenOperation]: Handler<Id>;
} {
  const { health, closing, document, publicUrl, docs, texts } = options;
  let underWay: Promise<void> | undefined;

  function check(): Promise<void> {
    underWay ??= health().finally(() => {
      underWay = undefined;
    });
    return withinTimeout(underWay);
  }

  return {
    getLiveness: () => ({ status: 200, headers: NO_STORE, body: { status: 'ok' } }),

    async getReadiness() {
      if (closing.aborted) {
        throw new Problem('shutting_down', 'This process is about to stop.', {
          retryAfterSeconds: 1,
        });
      }
      try {
        await check();
      } catch (cause) {
        throw new Problem('overloaded', DATABASE_AWAY, { retryAfterSeconds: 1, cause });
      }
      return { status: 200, headers: NO_STORE, body: { status: 'ready' } };
    },

    getOpenApiDocument: () => ({ status: 200, headers: NO_STORE, body: document() as never }),

    getDocs(input) {
      if (!docs) throw new Problem('not_found', NOT_FOUND);
      return docsReply(docs(publicUrl()), input);
    },

    getDocsIndex(input) {
      if (!texts) throw new Problem('not_found', NOT_FOUND);
      return textReply(texts(publicUrl()).index, 'text/plain', input);
    },

    getGuide(input) {
      const guide = texts?.(publicUrl()).guideOf(input.params.guide);
      if (!guide) throw new Problem('not_found', NOT_FOUND);
      return textReply(guide, 'text/markdown', input);
    },

    getProblemDocs({ params: { code } }) {
      if (!isProblemCode(code)) throw new Problem('not_found', NOT_FOUND);
      return { status: 303, headers: { ...REVALIDATED, Location: sectionOf(code) } };
    },
  };
}

function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(PROBLEMS, text) || Object.hasOwn(DASHBOARD_PROBLEMS, text);
}

async function withinTimeout(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), HEALTH_TIMEOUT_MS);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
