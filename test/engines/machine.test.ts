/** The room of a machine: who gets it, and that it is never given twice. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Machine,
  mayStart,
  type Need,
  openMachine,
  type Presence,
  type Running,
} from '../../server/compute-jobs/engines/machine.ts';

const NOW = 1_000_000;
const CAPACITY = { cpuMillis: 4_000, memoryMb: 4_000, jobs: 100 };
const need = (more: Partial<Need> = {}): Need => ({
  ...{ jobId: 'm', owner: 'a', cpuMillis: 1_000, memoryMb: 100, timeoutMs: 10_000 },
  ...more,
});
const running = (more: Partial<Running> = {}): Running => ({
  ...need({ jobId: randomUUID(), owner: 'r', timeoutMs: 60_000 }),
  at: NOW,
  ...more,
});
const may = (
  job: Need,
  state: { running?: Running[]; waiting?: Need[] } = {},
  capacity = CAPACITY,
) => mayStart(job, { running: [], waiting: [], ...state }, capacity, NOW);

describe('the turn of a job', () => {
  it('has come only if processors, memory and the number of jobs leave room for it', () => {
    const three = ['x', 'y', 'z'].map((owner) => running({ owner }));
    expect(may(need(), { running: three })).toBe(true);
    expect(may(need({ cpuMillis: 1_001 }), { running: three })).toBe(false);
    expect(may(need({ memoryMb: 3_701 }), { running: three })).toBe(false);
    expect(may(need(), { running: three }, { ...CAPACITY, jobs: 3 })).toBe(false);
  });

  it('leaves room of the machine to other owners', () => {
    const own = (count: number) => Array.from({ length: count }, () => running({ owner: 'a' }));
    expect(may(need(), { running: own(2) })).toBe(true);
    expect(may(need(), { running: own(3) })).toBe(false);
    expect(may(need({ owner: 'b' }), { running: own(3) })).toBe(true);
  });

  it('comes first for the owner that uses the smallest part, and for its oldest job', () => {
    const full = [running({ owner: 'a', cpuMillis: 2_000 }), running({ owner: 'x' })];
    const waiting = [need({ jobId: 'z', owner: 'b' })];
    expect(may(need({ jobId: 'a' }), { running: full, waiting })).toBe(false);
    expect(may(waiting[0]!, { running: full, waiting: [need({ jobId: 'a' })] })).toBe(true);
    const older = [need({ jobId: 'b' })];
    expect(may(need({ jobId: 'c' }), { running: full.slice(1), waiting: older })).toBe(true);
    expect(
      may(need({ jobId: 'c', cpuMillis: 2_001 }), { running: full.slice(1), waiting: older }),
    ).toBe(false);
  });

  it('of a large job is not taken by small ones that would delay it', () => {
    const state = {
      running: [running({ timeoutMs: 60_000, cpuMillis: 2_000 })],
      waiting: [need({ jobId: 'a', owner: 'large', cpuMillis: 3_000 })],
    };
    const small = (timeoutMs: number, more: Partial<Need> = {}) =>
      may(need({ owner: 'small', timeoutMs, ...more }), state);
    // There is room for the large one in 60 seconds, and 1,000 thousandths beside it.
    expect(small(60_000, { cpuMillis: 2_000 })).toBe(true);
    expect(small(60_001, { cpuMillis: 2_000 })).toBe(false);
    expect(small(3_600_000)).toBe(true);
  });
});

describe('the room of a machine', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'machine-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function open(name: string, presence: Presence = 'open', cpuMillis = 10_000) {
    const machine = await openMachine(join(folder, name), { ...CAPACITY, cpuMillis });
    machine.know('one', async () => presence);
    return machine;
  }
  const isAdmitted = async (machine: Machine, job: Need, engine = 'one') =>
    (await machine.admit(engine, job)).isAdmitted;
  afterEach(() => vi.useRealTimers());

  it('is never given twice, however many processes ask at once', async () => {
    const processes = await Promise.all(Array.from({ length: 6 }, () => open('many')));
    const asked = Array.from({ length: 60 }, (_, i) =>
      isAdmitted(processes[i % 6]!, need({ jobId: randomUUID(), owner: randomUUID() })),
    );
    const admitted = (await Promise.all(asked)).filter(Boolean);
    expect(admitted).toHaveLength(10);
    expect(await processes[0]!.inUse()).toMatchObject({ cpuMillis: 10_000, jobs: 10 });
    // Changes leave no more files than readers need.
    expect((await readdir(join(folder, 'many'))).length).toBeLessThan(40);
  });

  it('is told by engine, also of one that this process does not have', async () => {
    const machine = await open('engines');
    await machine.admit('one', need({ jobId: '1', owner: 'a', cpuMillis: 500 }));
    await machine.admit('one', need({ jobId: '2', owner: 'b' }));
    await machine.admit('other', need({ jobId: '3', owner: 'c', memoryMb: 300 }));
    expect(await machine.inUse()).toEqual({
      ...{ cpuMillis: 2_500, memoryMb: 500, jobs: 3, waiting: 0 },
      engines: [
        { engine: 'one', cpuMillis: 1_500, memoryMb: 200, jobs: 2 },
        { engine: 'other', cpuMillis: 1_000, memoryMb: 300, jobs: 1 },
      ],
    });
  });

  it('comes back with the end of a job, and with its removal', async () => {
    let presence: Presence = 'open';
    const machine = await open('ends', 'open', 1_000);
    machine.know('one', async () => presence);
    const [first, second, third] = ['1', '2', '3'].map((jobId) => need({ jobId, owner: jobId }));
    expect(await isAdmitted(machine, first!)).toBe(true);
    expect(await isAdmitted(machine, first!)).toBe(true);
    expect(await isAdmitted(machine, second!)).toBe(false);
    presence = 'over';
    await expect.poll(() => isAdmitted(machine, second!)).toBe(true);
    presence = 'open';
    expect(await isAdmitted(machine, third!)).toBe(false);
    await machine.release('2');
    expect(await isAdmitted(machine, third!)).toBe(true);
  });

  it('comes back after the time-out of a job whose engine this process does not have, or does not hear', async () => {
    const machine = await open('unknown', 'open', 1_000);
    machine.know('silent', async () => 'unknown');
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const engine of ['silent', 'elsewhere']) {
      const [first, second] = [1, 2].map((i) => need({ jobId: `${engine}${i}`, owner: `${i}` }));
      const other = await openMachine(join(folder, 'unknown'), { ...CAPACITY, cpuMillis: 1_000 });
      other.know('silent', async () => 'unknown');
      expect(await isAdmitted(other, first!, engine)).toBe(true);
      // A job may wait a minute for processors besides its time-out, and begins a moment after it got room.
      vi.setSystemTime(Date.now() + first!.timeoutMs + 110_000);
      expect(await isAdmitted(await open('unknown', 'open', 1_000), second!)).toBe(false);
      vi.setSystemTime(Date.now() + 20_000);
      expect(await isAdmitted(await open('unknown', 'open', 1_000), second!)).toBe(true);
      await machine.release(second!.jobId);
    }
  });

  it('stays with a job that runs on after its time, as its engine says', async () => {
    const machine = await open('late', 'open', 1_000);
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await isAdmitted(machine, need({ jobId: '1' }))).toBe(true);
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(await isAdmitted(machine, need({ jobId: '2', owner: 'b' }))).toBe(false);
  });

  it('is asked about once for all jobs that wait, and less often the more owners wait', async () => {
    const machine = await open('asked', 'open', 1_000);
    let asked = 0;
    machine.know('one', async () => {
      asked += 1;
      return 'open';
    });
    // The clock stands still, so that nothing that is known gets old.
    vi.useFakeTimers({ toFake: ['performance'] });
    expect(await isAdmitted(machine, need({ jobId: '1', owner: 'runs' }))).toBe(true);
    const pauses: number[] = [];
    for (let i = 0; i < 60; i++) {
      const admission = await machine.admit('one', need({ jobId: `w${i}`, owner: `${i}` }));
      if (!admission.isAdmitted) pauses.push(admission.askAgainMs);
    }
    expect(asked).toBe(1);
    expect(pauses).toHaveLength(60);
    expect(pauses.slice(0, 3)).toEqual([1_100, 1_200, 1_300]);
    // Well within the time after which a job loses its turn.
    expect(Math.max(...pauses)).toBe(4_000);
  });

  it('is empty after a loss of power that left a file without its content', async () => {
    const machine = await open('power', 'open', 1_000);
    await machine.admit('one', need({ jobId: '1' }));
    await writeFile(join(folder, 'power', '7.json'), '');
    expect(await machine.inUse()).toMatchObject({ jobs: 0 });
    expect(await isAdmitted(machine, need({ jobId: '2' }))).toBe(true);
  });

  it('says with the figures why a job can never have it', async () => {
    const machine = await open('small', 'open', 1_000);
    expect(machine.refusalOf(need({ cpuMillis: 1_500, memoryMb: 196 }))).toBe(
      'It needs 1500 thousandths of a processor and 196 MiB with its processes; the machine offers 1000 and 4000 MiB.',
    );
    expect(machine.refusalOf(need())).toBeUndefined();
  });
});
