/** The checks of the release, and which programs of the machine each needs. */
import { judgeImage } from './image.ts';
import {
  judgeDockerfile,
  judgeGrafana,
  judgeKubernetes,
  judgeMonitoring,
  judgeUnits,
} from './linters.ts';
import { judgeAdditions, judgeNewMachine, judgeTwoCommands } from './machines.ts';

interface Judge {
  name: string;
  needs: string[];
  /** The proof; it throws if it fails. It may leave files in the folder. */
  judge(folder: string): Promise<string>;
}

export const judges: Judge[] = [
  { name: 'dockerfile', needs: ['python3'], judge: judgeDockerfile },
  { name: 'kubernetes', needs: ['go', 'python3'], judge: judgeKubernetes },
  { name: 'systemd', needs: ['systemd-analyze'], judge: judgeUnits },
  { name: 'monitoring', needs: ['haproxy', 'promtool'], judge: judgeMonitoring },
  { name: 'grafana', needs: ['npm'], judge: judgeGrafana },
  { name: 'two-commands', needs: ['npm'], judge: judgeTwoCommands },
  { name: 'additions', needs: ['npm'], judge: judgeAdditions },
  { name: 'new-machine', needs: ['mmdebstrap', 'chroot'], judge: judgeNewMachine },
  { name: 'image', needs: ['mmdebstrap', 'buildah', 'podman', 'runc', 'psql'], judge: judgeImage },
];
