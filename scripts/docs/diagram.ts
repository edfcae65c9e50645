/**
 * The states and transitions as an inline SVG that takes the colors of the page. The positions of states and the bends
 * of arrows are drawn by hand, for a phone's width; the service says which there are, and a state without a position or
 * a transition without an arrow fails. Attributes are in lower case only, since the renderer loses any other case: so
 * there is no view box and no marker.
 */
import { isTerminal, type RunState, STATES } from '../../server/runs/states.ts';
import { EXCEPTIONAL, transitions } from './states.ts';

const WIDTH = 322;
const HEIGHT = 492;
const BOX = { height: 34, radius: 17 };

/** Only jobs of an hour are `running`: the text says so. */
type Drawn = Exclude<RunState, 'running'>;
const DRAWN = STATES.filter((state): state is Drawn => state !== 'running');

const BOXES: Record<Drawn, { x: number; y: number; width: number }> = {
  reserved: { x: 84, y: 56, width: 88 },
  queued: { x: 238, y: 118, width: 76 },
  submitting: { x: 84, y: 182, width: 100 },
  needs_reconciliation: { x: 226, y: 276, width: 160 },
  received: { x: 84, y: 372, width: 86 },
  completed: { x: 84, y: 470, width: 98 },
  failed: { x: 236, y: 470, width: 76 },
};

interface Arrow {
  path: string;
  /** The tip of the arrow, and its direction: 0 is to the right, 90 down. An arrow without a tip joins another one. */
  tip?: [x: number, y: number, degrees: number];
  label?: { x: number; y: number; text: string; anchor?: 'start' | 'middle' | 'end' };
}

const ARROWS: Record<string, Arrow> = {
  'reserved > submitting': {
    path: 'M84 73 V163',
    tip: [84, 165, 90],
    label: { x: 77, y: 124, text: 'taken', anchor: 'end' },
  },
  'reserved > failed': {
    path: 'M128 56 H298 Q312 56 312 70 V456 Q312 470 298 470 H276',
    tip: [274, 470, 180],
    label: { x: 220, y: 48, text: 'not sent in time', anchor: 'middle' },
  },
  'queued > failed': { path: 'M276 118 H298 Q312 118 312 132' },
  'submitting > queued': {
    path: 'M108 165 Q126 120 196 118',
    tip: [200, 118, 0],
    label: { x: 152, y: 110, text: 'no room', anchor: 'middle' },
  },
  'queued > submitting': {
    path: 'M220 135 Q200 172 138 177',
    tip: [134, 177, 176],
    label: { x: 208, y: 172, text: 'taken again' },
  },
  'submitting > needs_reconciliation': {
    path: 'M134 188 Q212 196 221 256',
    tip: [222, 259, 82],
    label: { x: 226, y: 226, text: 'unknown' },
  },
  'submitting > received': {
    path: 'M84 199 V353',
    tip: [84, 355, 90],
    label: { x: 78, y: 280, text: 'answered', anchor: 'end' },
  },
  'submitting > completed': {
    path: 'M34 182 H26 Q12 182 12 196 V456 Q12 470 26 470 H33',
    tip: [35, 470, 0],
    label: { x: 17, y: 330, text: 'with price' },
  },
  'submitting > failed': {
    path: 'M106 199 Q140 222 140 282 V404 Q140 446 199 462',
    tip: [202, 463, 14],
    label: { x: 132, y: 246, text: 'refused', anchor: 'end' },
  },
  'received > completed': {
    path: 'M84 389 V451',
    tip: [84, 453, 90],
    label: { x: 90, y: 424, text: 'priced' },
  },
  'needs_reconciliation > received': { path: 'M160 293 Q150 358 130 367', tip: [127, 368, 158] },
  'needs_reconciliation > completed': { path: 'M186 293 Q182 424 136 455', tip: [132, 457, 150] },
  'needs_reconciliation > failed': {
    path: 'M236 293 V451',
    tip: [236, 453, 90],
    label: { x: 242, y: 384, text: 'looked up' },
  },
};

export function stateDiagram(): string {
  const drawn = transitions.filter(
    ({ event, from, to }) => event !== EXCEPTIONAL && ![from, to].includes('running'),
  );
  const names = new Set(drawn.map(({ from, to }) => `${from} > ${to}`));
  const lacking = [...names].filter((name) => !(name in ARROWS));
  const extra = Object.keys(ARROWS).filter((name) => !names.has(name));
  if (lacking.length + extra.length > 0) {
    throw new Error(
      `scripts/docs/diagram.ts lacks ${lacking.join(', ') || 'nothing'} and has ${extra.join(', ') || 'nothing'} too much`,
    );
  }
  const caption = [...names].map((name) => name.replace('>', 'to')).join('; ');
  return [
    '<figure class="diagram">',
    `<svg width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="The states of a run: ${caption}.">`,
    '<circle class="start" cx="84" cy="10" r="6"></circle><text class="label" x="96" y="14">POST</text>',
    arrowOf({ path: 'M84 16 V37', tip: [84, 39, 90] }),
    ...Object.values(ARROWS).map(arrowOf),
    ...DRAWN.map(stateOf),
    '</svg></figure>',
  ].join('');
}

function arrowOf({ path, tip, label }: Arrow): string {
  const line = `<path class="arrow" d="${path}"></path>`;
  const head = tip
    ? `<path class="tip" d="M0 0 L-9 -4 L-9 4 Z" transform="translate(${tip[0]} ${tip[1]}) rotate(${tip[2]})"></path>`
    : '';
  return line + head + (label ? labelOf(label) : '');
}

function labelOf({ x, y, text, anchor = 'start' }: NonNullable<Arrow['label']>): string {
  return `<text class="label" x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`;
}

function stateOf(state: Drawn): string {
  const { x, y, width } = BOXES[state];
  const kind = isTerminal(state) ? `state ${state}` : 'state';
  const box = `<rect x="${x - width / 2}" y="${y - BOX.height / 2}" width="${width}" height="${BOX.height}" rx="${BOX.radius}"></rect>`;
  return `<g class="${kind}">${box}<text x="${x}" y="${y + 4}" text-anchor="middle">${state}</text></g>`;
}
