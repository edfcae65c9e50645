/** For engines that run containers: busybox's shell. */
import type { Programs } from './expectations.ts';

export const SHELL: Programs = {
  everything: `cat; echo; cat in/a.txt; echo; echo "$WORD"; mkdir -p out; printf out > out/b.txt; exit 7`,
  lasting: 'echo here; sleep 60',
  greedy: 'x=aaaaaaaa; while true; do x=$x$x; done',
  talkative: 'yes 123456789 | head -n 100000',
};

export const SHELL_SOURCE = { file: 'main.sh', command: ['/bin/sh', 'main.sh'] };
