/**
 * The host functions for the code of a job. They take and return plain values, bytes with their length, and nothing of
 * the host; none of them throws, because the code would see where the host's files are.
 */
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { JSValueHandle, QuickJS } from 'quickjs-wasi';
import type { KeptOrder } from '../local/job-folder.ts';
import { PRELUDE } from './prelude.ts';

interface Host {
  order: KeptOrder;
  folder: string;
  /** Both end the process. */
  exit(code: number): never;
  endOutOfMemory(): never;
  /** Whether next to no memory is left. */
  isFull(): boolean;
}

const READ_AT_ONCE = 256 * 1024;

/** Returns the function that reports an error which nothing has caught. */
export function installJobApi(vm: QuickJS, host: Host): JSValueHandle {
  const functions = vm.newObject();
  const offer = (name: string, of: (...args: JSValueHandle[]) => JSValueHandle) =>
    vm.newFunction(name, of).consume((handle) => vm.setProp(functions, name, handle));
  offerEnds(vm, host, offer);
  offerInputs(vm, host, offer);
  offerOutputs(vm, host, offer);
  offer('inspector', () => loadInspector(vm));
  offer(
    'isFulfilled',
    (promise) => [vm.undefined, vm.true, vm.false][promise!.promiseState] ?? vm.undefined,
  );
  const { files, outputs, env } = host.order;
  const install = vm.evalCode(PRELUDE, 'prelude.js');
  const order = vm.hostToHandle({ files, outputs, env });
  return vm.callFunction(install, vm.undefined, functions, order);
}

type Offer = (name: string, of: (...args: JSValueHandle[]) => JSValueHandle) => void;

function offerEnds(vm: QuickJS, host: Host, offer: Offer): void {
  offer('exit', (code) => host.exit(Math.trunc(code!.toNumber()) & 0xff));
  offer('endOutOfMemory', () => host.endOutOfMemory());
  offer('isFull', () => (host.isFull() ? vm.true : vm.false));
  offer('write', (to, bytes) => {
    withCopyOf(bytes!, (copy) => writeWhole(to!.toNumber() === 2 ? 2 : 1, copy));
    return vm.undefined;
  });
}

/** The files of the order and the standard input, part by part, from the disk. */
function offerInputs(vm: QuickJS, { order, folder }: Host, offer: Offer): void {
  const part = Buffer.alloc(READ_AT_ONCE);
  let file: number | undefined;
  /** The engine copies what is returned, and leaves this handle to its owner. */
  let returned: JSValueHandle | undefined;
  const give = (value: JSValueHandle) => {
    returned?.dispose();
    returned = value;
    return value;
  };
  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  offer('open', (place) => {
    close();
    const path = order.files[place!.toNumber()];
    file = openSync(path === undefined ? join(folder, 'stdin') : join(folder, 'work', path), 'r');
    return give(vm.newNumber(fstatSync(file).size));
  });
  offer('next', () => {
    const bytes = file === undefined ? 0 : readSync(file, part);
    if (bytes > 0) return give(vm.newUint8Array(part.subarray(0, bytes)));
    close();
    return vm.undefined;
  });
}

function offerOutputs(vm: QuickJS, host: Host, offer: Offer): void {
  const outputs = createOutputs(host.folder, host.order);
  offer('beginOutput', (place, bytes) => {
    const refusal = outputs.begin(place!.toNumber(), bytes!.toNumber());
    if (refusal !== undefined) writeWhole(2, Buffer.from(`${refusal}\n`));
    return refusal === undefined ? vm.true : vm.false;
  });
  offer('addToOutput', (bytes) => {
    withCopyOf(bytes!, (copy) => outputs.add(copy));
    return vm.undefined;
  });
  offer('endOutput', () => (outputs.end() ? vm.true : vm.false));
}

/** Frees the copy at once: until the next garbage collection, tens of megabytes would pile up. */
function withCopyOf(bytes: JSValueHandle, use: (copy: Uint8Array) => void): void {
  const buffer = bytes.toArrayBuffer();
  use(new Uint8Array(buffer));
  buffer.transfer(0);
}

/** Waits for a reader that is slow. Without a reader nobody keeps the job, and what it does next would be lost. */
export function writeWhole(descriptor: number, content: Uint8Array): void {
  for (let written = 0; written < content.length; ) {
    try {
      written += writeSync(descriptor, content, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') process.kill(process.pid, 'SIGKILL');
      Atomics.wait(NOBODY, 0, 0, 1);
    }
  }
}

const NOBODY = new Int32Array(new SharedArrayBuffer(4));

/**
 * Node's own `util.inspect`, as a package. Most code prints only text, so it is loaded with the first other value. The
 * package expects globals that QuickJS does not have.
 */
function loadInspector(vm: QuickJS): JSValueHandle {
  const path = createRequire(import.meta.url).resolve('node-inspect-extracted');
  return vm.evalCode(
    `((globalThis, URL) => { const module = { exports: {} }; const { exports } = module;
      ${readFileSync(path, 'utf8')}
      return module.exports; })(Object.assign(Object.create(globalThis), { Atomics: {} }), class URL {})`,
    'inspect.js',
  );
}

interface Outputs {
  /**
   * The output at this place of the order; it replaces an older one. Returns why it is not kept if all outputs together
   * would be too large.
   */
  begin(place: number, bytes: number): string | undefined;
  /** No more than the announced bytes reach the disk: code could deceive what announces them. */
  add(part: Uint8Array): void;
  /** Whether the file is in its place. The code does not get error messages of the machine. */
  end(): boolean;
}

/**
 * Writes the outputs of a job to the disk while its code runs: only files that the order keeps, and only whole ones.
 */
function createOutputs(folder: string, order: KeptOrder): Outputs {
  const draft = join(folder, 'runtime-output');
  const kept = new Map<string, number>();
  let target = '';
  let file: number | undefined;
  let [announced, written] = [0, 0];
  const attempt = (work: () => void) => {
    try {
      work();
      return true;
    } catch {
      return false;
    }
  };
  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    begin(place, bytes) {
      close();
      const path = order.outputs[place]!;
      target = join(folder, 'work', path);
      kept.delete(target);
      const ofOthers = [...kept.values()].reduce((sum, each) => sum + each, 0);
      if (!(bytes <= order.maxArtifactBytes - ofOthers)) {
        attempt(() => rmSync(target, { force: true }));
        const besides = ofOthers > 0 ? ` in total, of which others have ${ofOthers}` : '';
        return `The file ${path} is not kept: it has ${bytes} bytes, and artifacts may have ${order.maxArtifactBytes}${besides}.`;
      }
      [announced, written] = [bytes, 0];
      attempt(() => {
        file = openSync(draft, 'w');
      });
      return undefined;
    },
    add(part) {
      if (file === undefined) return;
      written += part.length;
      if (written > announced || !attempt(() => writeFileSync(file!, part))) close();
    },
    end() {
      const isWhole = file !== undefined && written === announced;
      close();
      if (!isWhole) return false;
      const isKept = attempt(() => {
        mkdirSync(dirname(target), { recursive: true });
        renameSync(draft, target);
      });
      if (isKept) kept.set(target, written);
      return isKept;
    },
  };
}
