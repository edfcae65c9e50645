/** Facts about the runtime: whether others can read its memory (a browser), its name, and its environment variables. */

interface Scope {
  window?: { document?: unknown };
  WorkerGlobalScope?: unknown;
  importScripts?: unknown;
  navigator?: { userAgent?: string };
  process?: { env?: Record<string, string | undefined>; versions?: { node?: string } };
  Deno?: { env?: { get(name: string): string | undefined } };
}

const scope = globalThis as Scope;

/** A page, or its worker. Servers and edge runtimes have neither a document nor importScripts. */
export function isBrowser(): boolean {
  if (scope.window?.document) return true;
  const isWorker = scope.WorkerGlobalScope !== undefined && scope.importScripts !== undefined;
  return isWorker && /^Mozilla\//.test(scope.navigator?.userAgent ?? '');
}

/** The runtime's own name, such as `Node.js/24`; empty if it has none. */
export function nameOfRuntime(): string {
  const { node } = scope.process?.versions ?? {};
  const name = scope.navigator?.userAgent ?? (node ? `Node.js/${node}` : '');
  return /^[\w.-]+(\/[\w.-]+)?$/.test(name) ? name : '';
}

/** An environment variable, if it exists and the client may read it. */
export function variable(name: string): string | undefined {
  try {
    return (scope.process?.env?.[name] ?? scope.Deno?.env?.get(name)) || undefined;
  } catch {
    // Deno asks the user for permission first.
    return undefined;
  }
}
