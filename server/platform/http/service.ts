/**
 * The operations that need no key: whether the process is alive, whether it should get requests, the contract itself
 * and the pages about it.
 */
import {
  DASHBOARD_PROBLEMS,
  NOT_FOUND,
  PROBLEMS,
  Problem,
  type ProblemCode,
} from '../lib/problem.ts';
import { type ClientPackage, clientPackageReply } from './client-package.ts';
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
import { createReadiness, type ReadinessOptions } from './readiness.ts';

export interface ServiceOptions extends ReadinessOptions {
  document: () => object;
  /** Where callers reach the API. */
  publicUrl: () => string;
  /** Undefined if the page was not built. */
  docs: At<Docs> | undefined;
  /** The same guides as texts. */
  texts: At<ServedTexts> | undefined;
  /** Undefined if it was not built. */
  clientPackage: ClientPackage | undefined;
}

const NO_STORE = { 'Cache-Control': 'no-store' };

export function createServiceHandlers(options: ServiceOptions): {
  [Id in OpenOperation]: Handler<Id>;
} {
  const { health, refusesClaims, leaving, document, publicUrl, docs, texts, clientPackage } =
    options;
  const ready = createReadiness({ health, refusesClaims, leaving });

  return {
    getLiveness: () => ({ status: 200, headers: NO_STORE, body: { status: 'ok' } }),

    async getReadiness() {
      return { status: 200, headers: NO_STORE, body: await ready() };
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

    getClientPackage: ({ params: { file }, ifNoneMatch }) =>
      clientPackageReply(clientPackage, file, ifNoneMatch),

    getProblemDocs({ params: { code } }) {
      if (!isProblemCode(code)) throw new Problem('not_found', NOT_FOUND);
      return { status: 303, headers: { ...REVALIDATED, Location: sectionOf(code) } };
    },
  };
}

function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(PROBLEMS, text) || Object.hasOwn(DASHBOARD_PROBLEMS, text);
}
