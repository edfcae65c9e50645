/** Saved content cannot be decrypted. The message never contains content. */
export class ContentError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ContentError';
  }
}
