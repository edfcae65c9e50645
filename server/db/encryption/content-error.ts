/** What is saved cannot be decrypted. The message never has content. */
export class ContentError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ContentError';
  }
}
