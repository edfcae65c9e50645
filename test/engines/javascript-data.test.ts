import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ComputeEngine, JobOrder } from '../../server/compute-jobs/engines/engine.ts';
import { createJavascriptEngine } from '../../server/compute-jobs/engines/javascript/index.ts';
import { machineIn } from '../support/machine.ts';
import { orderOf, run } from './expectations.ts';

/** What Node prints alike: the values, as expressions. */
const VALUES = [
  ...[
    'NaN',
    '-0',
    '0',
    '1e21',
    '10n',
    'true',
    'null',
    'undefined',
    "Symbol('a')",
    "'text'",
    "['it\\'s', 'a\\nb']",
  ],
  ...[
    '[1, [2, [3, [4, [5]]]]]',
    '[, 1, , 2]',
    'new Array(200).fill(7)',
    "[undefined, null, -0, NaN, 1n, Symbol('b')]",
  ],
  ...[
    '{}',
    '{ a: { b: { c: { d: 1 } } } }',
    "{ [Symbol('k')]: 1, 'a-b': 2 }",
    '{ get a() { return 1; } }',
  ],
  ...[
    "new Map([['a', { b: 1 }], [{}, 2]])",
    "new Set([1, 'a', new Set([2])])",
    'new WeakMap()',
    'new WeakSet()',
  ],
  ...[
    '(() => { const a = { n: 1 }; a.self = a; return a; })()',
    'Object.create(null)',
    'Object.freeze([1])',
  ],
  ...[
    'new (class Point { constructor() { this.x = 1; } })()',
    'class A {}',
    'class B extends Array {}',
  ],
  ...[
    'function f() {}',
    '() => {}',
    'async function g() {}',
    'function* h() {}',
    'Object.assign(() => {}, { a: 1 })',
  ],
  ...[
    'new Uint8Array([1, 2, 3])',
    'new Float64Array([0.5, -0])',
    'new BigInt64Array(2)',
    'new ArrayBuffer(4)',
  ],
  ...[
    'new Date(0)',
    'new Date(NaN)',
    '/x/gi',
    'new String("s")',
    'Object(1)',
    'new Promise(() => {})',
    'Math',
    'JSON',
  ],
  ...[
    "'%s is %d, %i, %f', 'it', 42.5, 42.9, '0.5'",
    "'%j %o %O', { a: 1 }, [1], { b: { c: {} } }",
    "'%c|%%|%x', 'css', 1",
  ],
  ...[
    "'%s', Symbol('a')",
    "'%d', 5n",
    "'a', 'b', 1, [2]",
    "'100%'",
    "'%s'",
    '(function () { return arguments; })(1, 2)',
  ],
];

describe('what crosses from code in QuickJS', () => {
  const root = mkdtempSync(join(tmpdir(), 'javascript-data-'));
  let engine: ComputeEngine;
  beforeAll(async () => {
    engine = await createJavascriptEngine({ root, machine: await machineIn(root) });
  });
  afterAll(async () => {
    for (const { jobId } of await engine.list()) await engine.remove(jobId);
    rmSync(root, { recursive: true, force: true });
  });

  async function result(source: string, more: Partial<JobOrder> = {}) {
    const order = orderOf(SUBJECT, { source, memoryMb: 128, ...more });
    const ending = await run(engine, order);
    const log = async (stream: 'stdout' | 'stderr') =>
      Buffer.from((await engine.logs(order.jobId, stream, 0, 1_000_000))!).toString();
    return {
      ...{ ending, stdout: await log('stdout'), stderr: await log('stderr') },
      /** The files of the working directory, with their sizes. */
      async onDisk() {
        const work = join(root, order.jobId, 'work');
        const names = await readdir(work);
        const sizes = names.map(async (name) => [name, (await stat(join(work, name))).size]);
        return Object.fromEntries(await Promise.all(sizes)) as Record<string, number>;
      },
      async artifact(name: string) {
        const parts: Uint8Array[] = [];
        for await (const part of (await engine.artifact(order.jobId, name))!) parts.push(part);
        return Buffer.concat(parts);
      },
    };
  }
  const SUBJECT = {
    ...{ open: async () => engine, engine: () => engine },
    environment: () => ({ id: 'javascript', options: {} }),
    programs: { everything: '', lasting: '', greedy: '', talkative: '' },
  };

  it('keeps every byte of text with NUL, lone surrogates and more than a part, both ways', async () => {
    const long = 'é'.repeat(40_000) + '😀'.repeat(40_000);
    const { ending, stdout, artifact } = await result(
      `console.log('x\\0y'); console.log(job.stdin() === 'in\\0put'); console.log(job.env.A === 'b\\0c');
       console.log(job.readFile('a') === 'a\\0b\\u{feff}\\u{fffd}'); console.log(job.readBytes('a').length);
       const long = job.readFile('long'); console.log(long === ${JSON.stringify(long)});
       job.writeFile('nul', 'a\\0bc'); job.writeFile('lone', 'a\\ud800b'); job.writeFile('long', 'x' + long);
       job.writeFile('bytes', new Uint8Array([9, 0, 1, 0, 9]).subarray(1, 4)); job.writeFile('empty', '');
       console.log(job.readFile('nul').length, job.readFile('long') === 'x' + long, '\0'.length);`,
      {
        stdin: Buffer.from('in\0put'),
        env: { A: 'b\0c' },
        files: [
          { path: 'a', content: Buffer.from([0x61, 0, 0x62, 0xef, 0xbb, 0xbf, 0xff]) },
          { path: 'long', content: Buffer.from(long) },
        ],
        outputs: ['nul', 'lone', 'long', 'bytes', 'empty'],
      },
    );
    expect(stdout).toBe('x\0y\ntrue\ntrue\ntrue\n7\ntrue\n4 true 1\n');
    expect(ending).toMatchObject({ result: 'exited', exitCode: 0 });
    expect(await artifact('nul')).toEqual(Buffer.from('a\0bc'));
    expect(await artifact('lone')).toEqual(Buffer.from('a\ufffdb'));
    expect(await artifact('long')).toEqual(Buffer.from(`x${long}`));
    expect(await artifact('bytes')).toEqual(Buffer.from([0, 1, 0]));
    expect(await artifact('empty')).toEqual(Buffer.alloc(0));
  });

  it.each([
    ['a file', `job.writeFile('o', '\\u00e9'.repeat(20e6));`],
    [
      'a file that replaces another',
      `job.writeFile('o', 'a'); job.writeFile('o', '\\u00e9'.repeat(20e6));`,
    ],
    ['bytes', `const b = new Uint8Array(30e6); job.writeFile('o', b);`],
    ['what is read back', `job.writeFile('o', new Uint8Array(25e6)); job.readBytes('o');`],
  ])(
    'ends as out_of_memory if there is no memory for %s, also if the code catches the error',
    async (_, source) => {
      const order = { memoryMb: 48, outputs: ['o'], maxArtifactBytes: 64_000_000 };
      const { ending, stdout, stderr } = await result(
        `for (;;) { try { ${source} console.log('done'); break; } catch {} }`,
        order,
      );
      expect([ending.result, stdout]).toEqual(['out_of_memory', '']);
      expect(stderr).toBe('The code needed more memory than the 48 MiB of the job.\n');
      for (const { bytes } of ending.artifacts) expect(bytes).toBe(1);
    },
  );

  it('counts files and values together, and reports the most that it had', async () => {
    const both = `job.writeFile('a', new Uint8Array(18e6)); const b = new Uint8Array(18e6).fill(1);`;
    expect((await result(both, { memoryMb: 32 })).ending.result).toBe('out_of_memory');
    const { ending } = await result(both, { memoryMb: 64 });
    expect(ending).toMatchObject({ result: 'exited', exitCode: 0 });
    expect(ending.maxMemoryBytes).toBeGreaterThan(36e6);
    expect(ending.maxMemoryBytes).toBeLessThan(64 * 1024 * 1024);
    const many = `for (let i = 0; i < 10; i++) job.writeFile('f' + i, new Uint8Array(4e6));`;
    expect((await result(many, { memoryMb: 32 })).ending.result).toBe('out_of_memory');
  });

  it('says truncated of a line that is longer than the log, and keeps its beginning', async () => {
    const { ending, stdout } = await result(`console.log('x'.repeat(5e7));`);
    expect(ending).toMatchObject({ result: 'exited', exitCode: 0 });
    expect(ending.logs).toEqual({ stdoutBytes: 100_000, stderrBytes: 0, truncated: true });
    expect(stdout).toBe('x'.repeat(100_000));
  });

  it('says in the log that a file is too large to be kept', async () => {
    const source = `job.writeFile('o', 'small'); job.writeFile('o', 'x'.repeat(11));`;
    const { ending, stderr } = await result(source, { outputs: ['o'], maxArtifactBytes: 10 });
    expect(ending.artifacts).toEqual([]);
    expect(stderr).toBe('The file o is not kept: it has 11 bytes, and artifacts may have 10.\n');
  });

  it('keeps no more bytes than artifacts may have, whatever code says of the lengths of its bytes', async () => {
    const source = `
      const bytes = Object.getPrototypeOf(Uint8Array).prototype;
      const [small, big] = [new Uint8Array(4), new Uint8Array(5e6)];
      const { buffer } = big;
      let asked = 0;
      Object.defineProperty(bytes, 'length', { get() { return ++asked % 2 === 0 ? 4 : 5e6; } });
      Object.defineProperty(bytes, 'buffer', { get: () => buffer });
      for (const name of ['a', 'b', 'c']) try { job.writeFile(name, name === 'c' ? big : small); } catch {}`;
    const more = { outputs: ['a', 'b', 'c'], maxArtifactBytes: 10 };
    const { ending, stderr, onDisk } = await result(source, more);
    expect(await onDisk()).toEqual({ a: 4, b: 4 });
    expect(ending.artifacts.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['a', 4],
      ['b', 4],
    ]);
    expect(stderr).toBe(
      'The file c is not kept: it has 5000000 bytes, and artifacts may have 10 in total, of which others have 8.\n',
    );
  });

  it('writes only outputs to the disk that fit together, and counts the last content of each', async () => {
    const source = `job.writeFile('a', 'x'.repeat(10)); job.writeFile('a', 'x'.repeat(6));
      job.writeFile('b', 'x'.repeat(5)); job.writeFile('c', 'x'.repeat(4)); job.writeFile('b', '');`;
    const more = { outputs: ['a', 'b', 'c'], maxArtifactBytes: 10 };
    const { stderr, onDisk } = await result(source, more);
    expect(await onDisk()).toEqual({ a: 6, b: 0, c: 4 });
    expect(stderr).toBe(
      'The file b is not kept: it has 5 bytes, and artifacts may have 10 in total, of which others have 6.\n',
    );
  });

  it('refuses content that is neither text nor bytes, instead of writing what it is called', async () => {
    const { stdout } = await result(
      `for (const content of [{}, [1], undefined, null, Symbol('a'), () => {}])
         try { job.writeFile('o', content); console.log('written'); } catch (error) { console.log(error.name); }
       job.writeFile('o', new Uint8Array([65]).buffer); console.log(job.readFile('o'));`,
    );
    expect(stdout).toBe(`${'TypeError\n'.repeat(6)}A\n`);
  });

  it.each([
    [`(async () => { throw new Error('x'); })();`, /^Error: x\n {4}at .*job\.js:1:/],
    [`await Promise.reject(new TypeError('y'));`, /^TypeError: y\n {4}at .*job\.js:1:/],
    [`Promise.reject(1);`, /^Uncaught, in a promise: 1\n$/],
    [`const p = Promise.reject(new Error('z')); p.then(() => {});`, /^Error: z\n/],
    [`new Promise(() => { throw new Error('in'); }); await new Promise(() => {});`, /^Error: in\n/],
    [
      `(async () => { await (async () => { await 0; throw new Error('deep'); })(); })();`,
      /^Error: deep\n/,
    ],
    [`throw new Error('o', { cause: new Error('c') });`, /^Error: o\n[\s\S]*\[cause\]: Error: c\n/],
    [`throw 'text';`, /^Uncaught 'text'\n$/],
    [`let x = ;`, /^SyntaxError: /],
  ])('exits with 1 and says why if nothing catches it: %s', async (source, words) => {
    const { ending, stderr } = await result(`${source} console.log('on');`);
    expect(ending).toMatchObject({ result: 'exited', exitCode: 1 });
    expect(stderr).toMatch(words);
  });

  it('exits with 0 if a rejection finds its handler in the same tick', async () => {
    const { ending, stderr } = await result(
      `const late = Promise.reject(new Error('late')); await 0; await 0; late.catch(() => {});
       await Promise.allSettled([Promise.reject(1), (async () => { throw 2; })()]);
       try { await (async () => { throw 3; })(); } catch {}
       for (let i = 0; i < 1e4; i++) Promise.reject(i).catch(() => {});`,
    );
    expect(ending).toMatchObject({ result: 'exited', exitCode: 0 });
    expect(stderr).toBe('');
  });

  it('prints values as Node does', async () => {
    const source = VALUES.map((value) => `console.log(${value}); console.log('\\x01');`).join('\n');
    const { ending, stdout } = await result(source);
    expect(ending).toMatchObject({ exitCode: 0 });
    const node = execFileSync(process.execPath, ['--input-type=module', '-e', source]).toString();
    expect(stdout.split('\x01\n')).toEqual(node.split('\x01\n'));
  });

  it('has the other members of console that Node has, and prints what Node prints', async () => {
    const source = `console.table([{ a: 1, b: 'x' }, { a: 2, c: true }]); console.table(['p', [1]]); console.table(5);
      console.group('G'); console.log('in\\nner'); console.groupEnd(); console.log('out');
      console.count(); console.count('a'); console.count(); console.countReset(); console.count();
      console.dir({ x: { y: { z: 1 } } }, { depth: 0 }); console.info('i'); console.debug('d'); console.dirxml([1]);
      console.assert(true); console.assert(1 === 2, 'not %s', 'so'); console.assert(false); console.warn(1, { a: 1 });`;
    const { ending, stdout, stderr } = await result(source);
    const node = spawnSync(process.execPath, ['--input-type=module', '-e', source]);
    expect([stdout, stderr]).toEqual([node.stdout.toString(), node.stderr.toString()]);
    expect(ending).toMatchObject({ exitCode: 0 });
    const timed = await result(
      `console.time('t'); console.timeLog('t', 1); console.timeEnd('t'); console.trace('at');`,
    );
    expect(timed.stdout).toMatch(/^t: [0-9.]+m?s 1\nt: [0-9.]+m?s\n$/);
    expect(timed.stderr).toMatch(/^Trace: at\n {4}at .*job\.js/);
  });
});
