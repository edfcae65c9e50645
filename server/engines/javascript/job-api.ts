/**
 * The host functions for the code of a job: `console`, and `job` with its input, files and exit. The code gets only
 * copies of plain values, and no other function of the host.
 */
import { writeSync } from 'node:fs';
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import type { KeptOrder } from '../local/runtime.ts';
import type { Files } from './files.ts';

export interface JobApi {
  /** Undefined until the code requests its end. */
  exitCode(): number | undefined;
  print(stream: 'stdout' | 'stderr', text: string): void;
  /** How the error stream shows an error. */
  wordsOf(thrown: QuickJSHandle): string;
}

interface Given {
  order: KeptOrder;
  stdin: Uint8Array;
  files: Files;
}

const DESCRIPTORS = { stdout: 1, stderr: 2 } as const;

export function createJobApi(vm: QuickJSContext, { order, stdin, files }: Given): JobApi {
  let exitCode: number | undefined;
  const host = vm.newObject();
  const offer = (name: string, of: (...args: QuickJSHandle[]) => QuickJSHandle) => {
    const handle = vm.newFunction(name, of);
    vm.setProp(host, name, handle);
    handle.dispose();
  };
  const text = (value: Uint8Array) => vm.newString(Buffer.from(value).toString('utf8'));
  const bytes = (value: Uint8Array) => vm.newArrayBuffer(new Uint8Array(value).buffer);

  offer('print', (to, words) => {
    print(vm.getNumber(to) === 2 ? 'stderr' : 'stdout', `${vm.getString(words)}\n`);
    return vm.undefined;
  });
  offer('exit', (code) => {
    exitCode = Math.trunc(vm.getNumber(code)) & 0xff;
    return vm.undefined;
  });
  offer('stdinText', () => text(stdin));
  offer('stdinBytes', () => bytes(stdin));
  offer('env', () => vm.newString(JSON.stringify(order.env)));
  offer('paths', () => vm.newString(JSON.stringify(files.paths())));
  offer('readText', (path) => whenThere(files.read(vm.getString(path)), text));
  offer('readBytes', (path) => whenThere(files.read(vm.getString(path)), bytes));
  offer('writeText', (path, content) => write(path, Buffer.from(vm.getString(content), 'utf8')));
  offer('writeBytes', (path, content) => {
    const buffer = vm.getArrayBuffer(content);
    const copy = Uint8Array.from(buffer.value);
    buffer.dispose();
    return write(path, copy);
  });

  function whenThere(
    content: Uint8Array | undefined,
    of: (content: Uint8Array) => QuickJSHandle,
  ): QuickJSHandle {
    return content === undefined ? vm.undefined : of(content);
  }

  function write(path: QuickJSHandle, content: Uint8Array): QuickJSHandle {
    files.write(vm.getString(path), content);
    return vm.undefined;
  }

  const install = vm.unwrapResult(vm.evalCode(PRELUDE, 'prelude.js'));
  vm.unwrapResult(vm.callFunction(install, vm.undefined, host)).dispose();
  install.dispose();
  host.dispose();
  return { exitCode: () => exitCode, print, wordsOf: (thrown) => wordsOf(vm, thrown) };
}

function print(stream: 'stdout' | 'stderr', text: string): void {
  const content = Buffer.from(text, 'utf8');
  for (let written = 0; written < content.length; ) {
    try {
      written += writeSync(DESCRIPTORS[stream], content, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    }
  }
}

function wordsOf(vm: QuickJSContext, thrown: QuickJSHandle): string {
  if (vm.typeof(thrown) !== 'object' || vm.sameValue(thrown, vm.null)) return vm.getString(thrown);
  const member = (name: string) => vm.getProp(thrown, name).consume((value) => vm.getString(value));
  const stack = member('stack');
  return `${member('name')}: ${member('message')}${stack === 'undefined' ? '' : `\n${stack.trimEnd()}`}`;
}

/** Runs in QuickJS before the code of the job: only its closures contain the functions of the host. */
const PRELUDE = `(host) => {
  'use strict';
  const { stringify, parse } = JSON;
  const toText = String;
  const show = (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return value.stack ? value + '\\n' + value.stack.trimEnd() : toText(value);
    if (typeof value !== 'object' || value === null) return toText(value);
    try { return stringify(value) ?? toText(value); } catch { return '[object]'; }
  };
  const { print } = host;
  const say = (to) => (...values) => {
    let line = '';
    for (let i = 0; i < values.length; i++) line += (i > 0 ? ' ' : '') + show(values[i]);
    print(to, line);
  };
  const [out, err] = [say(1), say(2)];
  const { exit, stdinText, stdinBytes, env, paths, readText, readBytes, writeText, writeBytes } = host;
  const found = (content, path) => {
    if (content === undefined) throw new Error('there is no file ' + path);
    return content;
  };
  const job = {
    stdin: () => stdinText(),
    stdinBytes: () => new Uint8Array(stdinBytes()),
    env: Object.freeze(parse(env())),
    files: () => parse(paths()),
    readFile: (path) => found(readText(toText(path)), path),
    readBytes: (path) => new Uint8Array(found(readBytes(toText(path)), path)),
    writeFile: (path, content) => {
      if (!ArrayBuffer.isView(content)) return writeText(toText(path), toText(content));
      const { buffer, byteOffset, byteLength } = content;
      return writeBytes(toText(path), buffer.slice(byteOffset, byteOffset + byteLength));
    },
    exit: (code = 0) => { exit(+code); for (;;); },
  };
  const console = { log: out, info: out, debug: out, warn: err, error: err };
  for (const [name, value] of Object.entries({ job, console })) {
    Object.defineProperty(globalThis, name, { value: Object.freeze(value), configurable: true, writable: true });
  }
}`;
