/** The meaning of an answer of the engine, or of a missing answer. */

interface ApiError extends Error {
  statusCode?: number;
}

export function statusOf(error: unknown): number | undefined {
  return (error as ApiError).statusCode;
}

export function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404;
}

/** Docker returns 409, Podman 500 with a message. */
export function isTaken(error: unknown): boolean {
  const text = wordsOf(error);
  return statusOf(error) === 409 || /already (in use|exists)|name .* is in use/.test(text);
}

/** The engine's message contains its address, and details of its machine. */
export function troubleOf(error: unknown): { reason: string; fault: string } {
  const status = statusOf(error);
  const reason =
    status === undefined
      ? 'The engine could not be reached.'
      : `The engine answered with ${status}.`;
  return { reason, fault: wordsOf(error) };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (isAbsent(error)) return undefined;
    throw error;
  });
}
