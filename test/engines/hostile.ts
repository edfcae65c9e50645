/** Code that tries to escape or to use up everything, run in each engine of containers. */
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { endingOf, NEVER, orderOf, run, type Subject, textOf } from './expectations.ts';

export function itHoldsHostileCode(subject: Subject): void {
  const own = (source: string, more = {}) => orderOf(subject, { source, ...more });
  async function textAfter(source: string, more = {}): Promise<string> {
    const order = own(`(${source}) 2>&1`, more);
    await run(subject.engine(), order);
    return textOf(subject.engine(), order.jobId);
  }

  it('holds a fork bomb: other jobs run, and it ends at its time', async () => {
    const bomb = own('b() { b | b & b; }; b; sleep 60', { timeoutMs: 5_000, memoryMb: 128 });
    await subject.engine().start(bomb, NEVER);
    expect(await run(subject.engine(), own('exit 3'))).toMatchObject({ exitCode: 3 });
    const ending = await endingOf(subject.engine(), bomb.jobId);
    expect(ending.billableMs).toBeLessThanOrEqual(5_000);
    const left = await textAfter('ps | wc -l');
    expect(Number(left)).toBeLessThan(12);
  });

  it('holds a disk bomb, of large files and of many', async () => {
    const text = await textAfter(
      'dd if=/dev/zero of=big bs=1M count=64; rm -f big; i=0; while touch f$i 2>/dev/null; do i=$((i+1)); done; echo made $i',
      { timeoutMs: 60_000, memoryMb: 128 },
    );
    expect(text).toMatch(/No space left on device/);
    const made = Number(/made (\d+)/.exec(text)![1]);
    expect(made).toBeLessThan(5_000);
  });

  it('refuses what no system executes, before anything begins', async () => {
    const long = 'x'.repeat(131_072);
    const commands = [
      ['echo', long],
      ['echo', ...Array.from({ length: 20 }, () => long.slice(1))],
    ];
    const orders = [
      own('exit 0', { env: { A: long } }),
      ...commands.map((command) => orderOf(subject, { command })),
    ];
    for (const order of orders) {
      expect((await subject.engine().start(order, NEVER)).kind).toBe('refused');
    }
  });

  it('holds a log bomb', async () => {
    const order = own('yes', { timeoutMs: 2_000, maxLogBytes: 20_000 });
    const ending = await run(subject.engine(), order);
    expect(ending).toMatchObject({ result: 'timed_out', logs: { truncated: true } });
    expect(ending.logs.stdoutBytes).toBeLessThanOrEqual(20_000);
  });

  it('has no privilege, no device and nothing of the machine to write to', async () => {
    const text = await textAfter(`
      id -u; grep -E 'CapEff|CapBnd|NoNewPrivs' /proc/self/status
      echo x > /proc/sys/kernel/core_pattern && echo ESCAPED
      echo b > /proc/sysrq-trigger && echo ESCAPED
      echo x > /etc/passwd && echo ESCAPED
      mount -t tmpfs none /tmp && echo ESCAPED
      mknod /tmp/disk b 8 0 && echo ESCAPED
      ${subject.filtersCalls ? 'unshare -U true && echo ESCAPED' : ''}
      chroot / true && echo ESCAPED
      date -s 2030-01-01; date | grep -q 2030 && echo ESCAPED
      head -c 1 /proc/kcore | tr -d "\\0" | grep -q . && echo ESCAPED
      dmesg | grep -q 'Linux version' && echo ESCAPED
      kill -0 1 2>/dev/null && [ "$$" != 1 ] && [ ! -O /proc/1 ] && echo ESCAPED
      ls /var/run/docker.sock /run/podman && echo ESCAPED
      env | grep -i -E 'key|secret|password|database' && echo ESCAPED
      echo done`);
    expect(text).toMatch(/^65534\n/);
    expect(text).toMatch(/CapEff:\t0+\n/);
    expect(text).toMatch(/CapBnd:\t0+\n/);
    expect(text).toMatch(/done\n$/);
    expect(text).not.toMatch(/ESCAPED/);
  });

  it('has no network, not even the machine it runs on', async () => {
    let calls = 0;
    const server = createServer((socket) => {
      calls++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    const { port } = server.address() as { port: number };
    const text = await textAfter(
      `for a in 127.0.0.1 10.0.0.1 169.254.169.254; do timeout 2 nc $a ${port} </dev/null && echo REACHED; done; grep -c : /proc/net/dev; echo done`,
    );
    expect(text).not.toMatch(/REACHED/);
    expect(calls).toBe(0);
    server.close();
  });

  it('leaves out files that are links, pipes and folders, and what links lead to', async () => {
    const order = own(
      'ln -s /etc/passwd link; ln -s /etc folder; mkfifo pipe; mkdir dir; ln link hard 2>/dev/null; printf ok > real; ln -s real near',
      { outputs: ['link', 'folder/passwd', 'pipe', 'dir', 'near', 'real'] },
    );
    const ending = await run(subject.engine(), order);
    expect(ending.artifacts.map(({ name }) => name)).toEqual(['real']);
  });

  it('leaves out files that are too large', async () => {
    const order = own('head -c 3000 /dev/zero > a; head -c 3000 /dev/zero > b', {
      outputs: ['a', 'b'],
      maxArtifactBytes: 5_000,
    });
    const ending = await run(subject.engine(), order);
    expect(ending.artifacts.map(({ name }) => name)).toEqual(['a']);
  });

  it('outlives signals to every process that it sees, and leaves no process', async () => {
    const order = own(
      'trap "" TERM INT HUP; (trap "" TERM; sleep 300) & for s in TERM HUP INT USR1 STOP ALRM; do kill -$s 1 2>/dev/null; done; kill -9 1 2>/dev/null; sleep 1; exit 4',
      { timeoutMs: 20_000 },
    );
    const ending = await run(subject.engine(), order);
    expect(['exited', 'timed_out']).toContain(ending.result);
    expect(await textAfter('ps | grep -c "sleep 30[0]"')).toBe('0\n');
  });
}
