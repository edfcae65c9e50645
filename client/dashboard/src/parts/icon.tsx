/** Line icons on a grid of 16. They never carry meaning alone: each has a word next to it, or in its label. */
import './icon.css';

const PATHS = {
  home: 'M2.500 7.500L8 2.500l5.500 5V13.500H9.800V10H6.200v3.500H2.500z',
  start: 'M3 13V3l10 5-10 5z',
  play: 'M8 13.500a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM6.700 5.800v4.400L10.300 8z',
  keys: 'M9.5 6.5a3 3 0 1 1 .9 2.1L9 10H7.5v1.5H6V13H3v-2.5l5.1-5.1M11.2 4.8h.01',
  wallet:
    'M2.5 5.5v6a1.5 1.5 0 0 0 1.5 1.5h8.5a1 1 0 0 0 1-1V6a1 1 0 0 0-1-1H4a1.5 1.5 0 0 1 0-3h7.5v3M10.8 9h.01',
  runs: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  calls: 'M3 4.500l3.5 3.500L3 11.500M8.5 11.500H13',
  tools:
    'M13 4.600l-2 2-1.600-1.600 2-2a3.500 3.500 0 0 0-4.600 4.600L2.500 11.900l1.600 1.600 4.300-4.300A3.500 3.500 0 0 0 13 4.600z',
  environments: 'M8 2l5.500 3v6L8 14l-5.500-3V5zM2.500 5L8 8l5.500-3M8 8v6',
  jobs: 'M2.500 3h11v10h-11zM5 6.500l2 1.800L5 10M8.500 10.300h2.500',
  prompts: 'M2.5 3.500h11v7.500h-6l-3 2.500v-2.500h-2zM5.5 6.500h5M5.5 8.500h3',
  traces: 'M2.5 3.500h7M5.5 6.500h6M7.5 9.500h6M5.500 12.500h4',
  sessions:
    'M2.5 3h8v5.500h-4l-2.500 2v-2h-1.500zM8.500 10.500v1.500h2.500l2 1.500v-1.500h.5v-5h-1',
  alerts: 'M8 2.500l6 11H2zM8 6.800v3M8 11.700h.01',
  usage: 'M2.5 13.5h11M4.5 11V7.5M8 11V3M11.5 11V5.5',
  webhooks: 'M8 2.500a4 4 0 0 1 4 4v3l1.500 2h-11l1.500-2v-3a4 4 0 0 1 4-4zM6.500 13.500h3',
  destinations:
    'M8 8h.01M5.500 10.500a3.500 3.500 0 0 1 0-5M10.500 5.500a3.500 3.500 0 0 1 0 5M3.200 12.800a6.800 6.800 0 0 1 0-9.600M12.800 3.200a6.800 6.800 0 0 1 0 9.600',
  members:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.8 13.5c.3-2.3 2-3.8 4.2-3.8s3.9 1.5 4.2 3.800M10.5 2.800a2.5 2.5 0 0 1 0 4.500M12 10.200c1.3.6 2 1.8 2.2 3.3',
  customers:
    'M2.500 3.500h11v9h-11zM6 7.800a1.300 1.300 0 1 0 0-2.600 1.300 1.300 0 0 0 0 2.600zM4 10.800c.2-1.100 1-1.700 2-1.700s1.800.6 2 1.700M10 6.500h1.800M10 9.500h1.800',
  audit: 'M4 2.500h6l2.5 2.500v8.500h-8.500zM6 7h4.500M6 10h4.5',
  settings: 'M2.5 4.500h6M11.5 4.500h2M2.5 11.500h2M7.5 11.500h6M10 3v3M6 10v3',
  copy: 'M5.5 5.500v-3h8v8h-3M2.5 5.500h8v8h-8z',
  check: 'M3 8.500l3.2 3.200L13 4.8',
  plus: 'M8 3v10M3 8h10',
  close: 'M4 4l8 8M12 4l-8 8',
  down: 'M4 6l4 4 4-4',
  right: 'M6 4l4 4-4 4',
  left: 'M10 4l-4 4 4 4',
  up: 'M4 10l4-4 4 4',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  search: 'M7 11.500a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.300l3.2 3.2',
  rotate:
    'M13.5 8a5.5 5.5 0 0 1-9.6 3.600M2.5 8a5.5 5.5 0 0 1 9.6-3.600M12.5 1.800v2.800H9.700M3.5 14.200v-2.800h2.8',
  revoke: 'M8 13.500a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM4.2 4.200l7.6 7.6',
  warn: 'M8 2.500l6 11H2zM8 6.800v3M8 11.700h.01',
  info: 'M8 13.500a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8 7.500v3M8 5.400h.01',
  download: 'M8 2.500v7.500M4.8 7L8 10.2 11.2 7M2.5 13.500h11',
  out: 'M6.5 13.500h-4v-11h4M6 8h7.500M10.5 5l3 3-3 3',
  light:
    'M8 10.800a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.600zM8 1.500v1M8 13.500v1M1.5 8h1M13.5 8h1M3.4 3.400l.7.7M11.9 11.900l.7.7M3.4 12.600l.7-.7M11.9 4.100l.7-.7',
  dark: 'M13.2 9.600A5.7 5.7 0 0 1 6.4 2.800a5.7 5.7 0 1 0 6.8 6.800z',
  system: 'M2 3h12v8H2zM5.5 13.500h5',
  user: 'M8 8a2.8 2.8 0 1 0 0-5.600A2.8 2.8 0 0 0 8 8zM2.8 13.800c.4-2.5 2.5-4 5.2-4s4.8 1.5 5.2 4',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The logo of the service, the same as in the documentation. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="#0d7a63" />
      <path
        d="M8 23V11.5l8 6.5 8-6.5V23"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="24" cy="8" r="2.6" fill="#ffc857" />
    </svg>
  );
}
