/** The state of the form of a destination, and the request that the form sends. */
import {
  type CreateDestination,
  type Destination,
  RUN_KINDS,
  KINDS as RUNS,
  type UpdateDestination,
} from '../../api/index.ts';

export interface DestinationForm {
  name: string;
  url: string;
  kinds: string[];
  includeContent: boolean;
  encoding: Destination['encoding'];
  isCompressed: boolean;
  /** Whether the saved headers stay unchanged. */
  keepsHeaders: boolean;
  headers: { name: string; value: string }[];
}

export const FIELDS = ['name', 'url', 'headers', 'kinds'] as const;

export const KINDS = RUN_KINDS.map((each) => {
  const { kind, title, span, subject } = RUNS[each];
  return { value: kind, label: title, about: `Shown as “${span}” and the ${subject}.` };
});

export const EMPTY_FORM: DestinationForm = {
  name: '',
  url: '',
  kinds: KINDS.map(({ value }) => value),
  includeContent: false,
  encoding: 'protobuf',
  isCompressed: true,
  keepsHeaders: false,
  headers: [{ name: 'Authorization', value: '' }],
};

export function formOf(destination: Destination): DestinationForm {
  const { name, url, kinds, includeContent, encoding, compression, headerNames } = destination;
  return {
    ...{ name, url, kinds, includeContent, encoding },
    isCompressed: compression === 'gzip',
    keepsHeaders: true,
    headers: headerNames.map((header) => ({ name: header, value: '' })),
  };
}

/** Undefined if something is missing. */
export function requestOf(form: DestinationForm): CreateDestination | undefined {
  const { encoding, includeContent, keepsHeaders } = form;
  const [name, url] = [form.name.trim(), form.url.trim()];
  if (name === '' || url === '' || form.kinds.length === 0) return undefined;
  // A later version of the service may accept more than this page knows, so the service checks the rest.
  const kinds = form.kinds as NonNullable<UpdateDestination['kinds']>;
  const headers = form.headers
    .map((header) => ({ name: header.name.trim(), value: header.value.trim() }))
    .filter(({ value }) => value !== '');
  return {
    ...{ name, url, kinds, includeContent, encoding },
    compression: form.isCompressed ? 'gzip' : 'none',
    ...(!keepsHeaders && { headers }),
  };
}
