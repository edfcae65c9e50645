/**
 * Runs in QuickJS before the code of the job: defines `console` and `job`. Only its closures contain the functions of
 * the host. Text crosses to the host as UTF-8 with its length, through a small buffer, as Node would write it. Files are
 * in the memory of the code, so one limit counts both. Code can replace any global later, so this keeps what it uses.
 *
 * Returns the function that reports an error which nothing has caught.
 */
export const PRELUDE = String.raw`(host, order) => {
  'use strict';
  const { parse } = JSON;
  const { is, keys: keysOf, defineProperty, freeze, getOwnPropertyDescriptor } = Object;
  const { apply } = Reflect;
  const { isView } = ArrayBuffer;
  const { isArray } = Array;
  const toText = String;
  const method = Function.prototype.bind.bind(Function.prototype.call);
  const [charCodeAt, slice, includes, split, repeat, padEnd] =
    [''.charCodeAt, ''.slice, ''.includes, ''.split, ''.repeat, ''.padEnd].map((each) => method(each));
  const [join, map] = [[].join, [].map].map((each) => method(each));
  const [get, set, has, remove] =
    [Map.prototype.get, Map.prototype.set, Map.prototype.has, Map.prototype.delete].map((each) => method(each));
  const ofBytes = Object.getPrototypeOf(Uint8Array).prototype;
  const copyInto = method(ofBytes.set);
  // As properties, code could replace both.
  const [sizeOf, bufferOf] = ['length', 'buffer'].map((each) => method(getOwnPropertyDescriptor(ofBytes, each).get));
  const symbolText = method(Symbol.prototype.toString);
  const errorText = method(Error.prototype.toString);
  const [encodeInto, decode] = [TextEncoder.prototype.encodeInto, TextDecoder.prototype.decode].map((each) => method(each));
  const now = performance.now.bind(performance);
  const [Bytes, Buffer, Decoder, Failure, MapOf, SetOf] =
    [Uint8Array, ArrayBuffer, TextDecoder, Error, Map, Set];
  const Internal = InternalError;
  const encoder = new TextEncoder();

  // Memory that is missing where data crosses ends the job, so that code which catches the error loses none unseen.
  const isLackOfMemory = (error) => error instanceof Internal && error.message === 'out of memory';
  const noLossIn = (work, orNull) => (...values) => {
    try {
      return apply(work, undefined, values);
    } catch (error) {
      if (isLackOfMemory(error) || (orNull && error === null)) host.endOutOfMemory();
      throw error;
    }
  };
  /** The engine throws null if it has no memory for an error; no code of the job runs in here. */
  const crossing = (work) => noLossIn(work, true);

  // Each character takes at most three bytes.
  const MOST_CHARACTERS = 32768;
  const transfer = new Buffer(3 * MOST_CHARACTERS);
  const window = new Bytes(transfer);
  const eachPart = (text, use) => {
    for (let from = 0; from < text.length; ) {
      let to = from + MOST_CHARACTERS;
      if (to < text.length && (charCodeAt(text, to - 1) & 0xfc00) === 0xd800) to -= 1;
      const part = from === 0 && to >= text.length ? text : slice(text, from, to);
      use(new Bytes(transfer, 0, encodeInto(encoder, part, window).written));
      from = to;
    }
  };
  const print = crossing((to, line) => {
    if (line.length < MOST_CHARACTERS) return eachPart(line + '\n', (bytes) => host.write(to, bytes));
    eachPart(line, (bytes) => host.write(to, bytes));
    eachPart('\n', (bytes) => host.write(to, bytes));
  });

  // What code prints.
  let inspector;
  const inspect = (value, options) => (inspector ??= host.inspector()).inspect(value, options);
  // What the inspector cannot see, it would call pending or empty.
  const showAs = (prototype, value) =>
    defineProperty(prototype, Symbol.for('nodejs.util.inspect.custom'), { configurable: true, writable: true, value });
  showAs(Promise.prototype, function () {
    const isFulfilled = host.isFulfilled(this);
    return 'Promise { <' + (isFulfilled === undefined ? 'pending' : isFulfilled ? 'fulfilled' : 'rejected') + '> }';
  });
  for (const [name, iterator] of [['Map', new Map().keys()], ['Set', new Set().keys()]]) {
    showAs(Object.getPrototypeOf(iterator), () => 'Object [' + name + ' Iterator] {}');
  }
  const isPlain = (value) => value === null || (typeof value !== 'object' && typeof value !== 'function');
  const show = (value) => {
    if (typeof value === 'bigint') return toText(value) + 'n';
    if (typeof value === 'symbol') return symbolText(value);
    return is(value, -0) ? '-0' : toText(value);
  };
  const format = noLossIn((values) => {
    const hasDirectives = values.length > 1 && typeof values[0] === 'string' && includes(values[0], '%');
    let isSimple = !hasDirectives;
    for (let i = 0; i < values.length; i++) isSimple &&= isPlain(values[i]);
    if (!isSimple) return apply((inspector ??= host.inspector()).format, undefined, values);
    if (values.length === 1) return show(values[0]);
    let line = '';
    for (let i = 0; i < values.length; i++) line += (i > 0 ? ' ' : '') + show(values[i]);
    return line;
  });
  let indent = '';
  const tell = (to, text) =>
    print(to, indent === '' ? text : indent + join(split(text, '\n'), '\n' + indent));
  const say = (to) => (...values) => tell(to, format(values));

  // Stacks begin with the error, as those of Node do.
  Failure.prepareStackTrace = (error, frames) => {
    let stack = errorText(error);
    for (let i = 0; i < frames.length; i++) {
      const file = frames[i].getFileName();
      if (file === 'prelude.js' || file === 'inspect.js') continue;
      const name = frames[i].getFunctionName() ?? '';
      const place = frames[i].isNative()
        ? 'native'
        : file + ':' + frames[i].getLineNumber() + ':' + frames[i].getColumnNumber();
      stack += '\n    at ' + (name === '' || charCodeAt(name, 0) === 60 ? place : name + ' (' + place + ')');
    }
    return stack;
  };

  const cell = (value) => inspect(value, { maxArrayLength: 3, breakLength: Infinity, depth: isPlain(value) ? 0 : -1 });
  /** A row of each value, a column of each of their keys, and a last column of the values that have none. */
  const tableOf = (data, only) => {
    const rows = data instanceof MapOf || data instanceof SetOf ? [...data] : data;
    const columns = only ? [...only] : [];
    let hasValues = false;
    for (const row of keysOf(rows)) {
      if (isPlain(rows[row])) hasValues = true;
      else if (!only) for (const key of keysOf(rows[row])) if (!columns.includes(key)) columns.push(key);
    }
    const lines = [['(index)', ...columns, ...(hasValues ? ['Values'] : [])]];
    for (const row of keysOf(rows)) {
      const value = rows[row];
      const cells = columns.map((key) => (!isPlain(value) && key in value ? cell(value[key]) : ''));
      lines.push([row, ...cells, ...(hasValues ? [isPlain(value) ? cell(value) : ''] : [])]);
    }
    const widths = lines[0].map((_, i) => Math.max(...lines.map((each) => each[i].length)) + 2);
    const rule = (left, between, right) => left + widths.map((width) => repeat('─', width)).join(between) + right;
    const drawn = lines.map((each) => '│' + each.map((text, i) => padEnd(' ' + text, widths[i])).join('│') + '│');
    return [rule('┌', '┬', '┐'), drawn[0], rule('├', '┼', '┤'), ...drawn.slice(1), rule('└', '┴', '┘')].join('\n');
  };

  const [counts, timers] = [new Map(), new Map()];
  const labelOf = (label) => (label === undefined ? 'default' : toText(label));
  const elapsed = (name) => {
    const ms = now() - get(timers, name);
    return name + ': ' + (ms < 1000 ? ms.toFixed(3) + 'ms' : (ms / 1000).toFixed(3) + 's');
  };
  const [out, err] = [say(1), say(2)];
  const timed = (label, ...values) => {
    const name = labelOf(label);
    if (has(timers, name)) out(elapsed(name), ...values);
    else err("Warning: No such label '" + name + "' for console.time()");
    return name;
  };
  const group = (...labels) => {
    if (labels.length > 0) out(...labels);
    indent += '  ';
  };
  const console = {
    ...{ log: out, info: out, debug: out, dirxml: out, warn: err, error: err, group, groupCollapsed: group },
    groupEnd: () => { indent = slice(indent, 2); },
    dir: (value, options) => tell(1, noLossIn(inspect)(value, options)),
    table: (data, columns) => (isPlain(data) ? out(data) : tell(1, noLossIn(tableOf)(data, columns))),
    trace: (...values) => {
      const { stack } = new Failure();
      const frames = typeof stack === 'string' ? slice(stack, 5) : '';
      tell(2, 'Trace' + (values.length > 0 ? ': ' + format(values) : '') + frames);
    },
    assert: (condition, first, ...values) => {
      if (condition) return;
      if (typeof first === 'string') err('Assertion failed: ' + first, ...values);
      else if (first === undefined && values.length === 0) err('Assertion failed');
      else err('Assertion failed', first, ...values);
    },
    count: (label) => {
      const name = labelOf(label);
      set(counts, name, (get(counts, name) ?? 0) + 1);
      tell(1, name + ': ' + get(counts, name));
    },
    countReset: (label) => { remove(counts, labelOf(label)); },
    time: (label) => { set(timers, labelOf(label), now()); },
    timeLog: (label, ...values) => { timed(label, ...values); },
    timeEnd: (label) => { remove(timers, timed(label)); },
  };

  // The files: those of the order are read where they are, those that the code writes are parts in this memory.
  const MOST_FILES = 1000;
  const placesOf = (names) => new Map(names.map((name, place) => [name, place]));
  const [ordered, outputs, written] = [placesOf(order.files), placesOf(order.outputs), new Map()];
  const names = order.files;
  const STDIN = -1;
  const STREAM = { __proto__: null, stream: true };
  const lengthOf = (parts) => {
    let length = 0;
    for (let i = 0; i < parts.length; i++) length += sizeOf(parts[i]);
    return length;
  };
  /** Calls back with the length of the file, and then with each part of it. */
  const readParts = (name, begin, use) => {
    const parts = name === STDIN ? undefined : get(written, name);
    if (parts) {
      begin(lengthOf(parts));
      for (let i = 0; i < parts.length; i++) use(parts[i]);
      return;
    }
    begin(host.open(name === STDIN ? STDIN : get(ordered, name)));
    for (let part = host.next(); part !== undefined; part = host.next()) use(part);
  };
  const readText = crossing((name) => {
    const decoder = new Decoder('utf-8', { __proto__: null, ignoreBOM: true });
    let text = '';
    readParts(name, () => {}, (part) => { text += decode(decoder, part, STREAM); });
    return text + decode(decoder);
  });
  const readBytes = crossing((name) => {
    let bytes;
    let at = 0;
    const begin = (length) => { bytes = new Bytes(length); };
    readParts(name, begin, (part) => {
      copyInto(bytes, part, at);
      at += sizeOf(part);
    });
    return bytes;
  });
  const existing = (path) => {
    const name = toText(path);
    if (!has(written, name) && !has(ordered, name)) throw new Failure('there is no file ' + name);
    return name;
  };
  const copyOf = (bytes) => {
    const copy = new Bytes(sizeOf(bytes));
    copyInto(copy, bytes);
    return copy;
  };
  const partsOf = (content) => {
    const parts = [];
    const add = (bytes) => { parts[parts.length] = copyOf(bytes); };
    if (isView(content)) add(new Bytes(content.buffer, content.byteOffset, content.byteLength));
    else if (content instanceof Buffer) add(new Bytes(content));
    else eachPart(toText(content), add);
    return parts;
  };
  const MOST_BYTES_AT_ONCE = 262144;
  const keep = (place, parts) => {
    if (!host.beginOutput(place, lengthOf(parts))) return true;
    for (let i = 0; i < parts.length; i++) {
      const length = sizeOf(parts[i]);
      for (let at = 0; at < length; at += MOST_BYTES_AT_ONCE) {
        const left = length - at;
        const size = left < MOST_BYTES_AT_ONCE ? left : MOST_BYTES_AT_ONCE;
        host.addToOutput(new Bytes(bufferOf(parts[i]), at, size));
      }
    }
    return host.endOutput();
  };
  const store = crossing((name, content) => {
    const isNew = !has(written, name) && !has(ordered, name);
    if (isNew && names.length >= MOST_FILES) throw new Failure('a job has at most ' + MOST_FILES + ' files');
    const parts = partsOf(content);
    const place = get(outputs, name);
    if (place !== undefined && !keep(place, parts)) {
      throw new Failure('the file ' + name + ' cannot be kept');
    }
    set(written, name, parts);
    if (isNew) names[names.length] = name;
  });
  const isContent = (value) =>
    isView(value) || value instanceof Buffer || (isPlain(value) && value != null && typeof value !== 'symbol');

  const job = {
    stdin: () => readText(STDIN),
    stdinBytes: () => readBytes(STDIN),
    env: freeze(order.env),
    files: () => [...names],
    readFile: (path) => readText(existing(path)),
    readBytes: (path) => readBytes(existing(path)),
    writeFile: (path, content) => {
      if (!isContent(content)) throw new TypeError('the content of a file is text or bytes');
      store(toText(path), content);
    },
    exit: (code = 0) => host.exit(+code),
  };
  for (const [name, value] of Object.entries({ job, console })) {
    defineProperty(globalThis, name, { value: freeze(value), configurable: true, writable: true });
  }

  return (error, isRejection) => {
    if (isLackOfMemory(error) || (error === null && host.isFull())) host.endOutOfMemory();
    indent = '';
    const { stack } = error instanceof Failure ? error : {};
    if (typeof stack === 'string' && keysOf(error).length === 0 && !('cause' in error)) return print(2, stack);
    const words = noLossIn(inspect)(error);
    const before = isRejection ? 'Uncaught, in a promise: ' : 'Uncaught ';
    print(2, stack === undefined ? before + words : words);
  };
}`;
