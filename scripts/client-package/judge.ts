/** Third-party checks of the package: publint for its manifest, arethetypeswrong for its types. */
import { readFile } from 'node:fs/promises';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/** One line for each fault; empty if both find nothing. */
export async function faultsOfPackage(tarball: string): Promise<string[]> {
  const bytes = await readFile(tarball);
  const buffer = new Uint8Array(bytes).buffer;
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  const types = await checkPackage(createPackageFromTarballData(bytes));
  const problems = types.types === false ? ['it has no types'] : types.problems;
  return [
    ...messages.map((message) => `publint: ${formatMessage(message, pkg) ?? message.code}`),
    ...problems.map((problem) => `arethetypeswrong: ${JSON.stringify(problem)}`),
  ];
}
