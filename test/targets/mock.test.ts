import { startMockTarget } from './mock-target.ts';
import { describeTarget } from './suite.ts';

describeTarget({
  name: 'the mock',
  start: startMockTarget,
  never: {},
  isReal: false,
  lacks: { 'content-encoding': 'the mock compresses nothing' },
});
