/**
 * The operations that need no key: whether the process lives, whether it should get requests, the contract
 * itself and the pages about it.
 */
import {
  DASHBOARD_PROBLEMS,
  NOT_FOUND,
  PROBLEMS,
  Problem,
  type ProblemCode,
} from '../kernel/problem.ts';
import type { Handler, OpenOperation } from './developer-handlers.ts';
import { type Docs, docsReply, REVALIDATED, sectionOf } from './docs.ts';
import { createReadiness, type ReadinessOptions } from './readiness.ts';

export interface ServiceOptions extends ReadinessOptions {
  document: () => object;
  /** Undefined where the page was not built. */
  docs: Docs | undefined;
}

const NO_STORE = { 'Cache-Control': 'no-store' };

export function createServiceHandlers({ health, leaving, document, docs }: ServiceOptions): {
  [Id in OpenOperation]: Handler<Id>;
} {
  const ready = createReadiness({ health, leaving });

  return {
    getLiveness: () => ({ status: 200, headers: NO_STORE, body: { status: 'ok' } }),

    async getReadiness() {
      await ready();
      return { status: 200, headers: NO_STORE, body: { status: 'ready' } };
    },

    getOpenApiDocument: () => ({ status: 200, headers: NO_STORE, body: document() as never }),

    getDocs(input) {
      if (!docs) throw new Problem('not_found', NOT_FOUND);
      return docsReply(docs, input);
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
