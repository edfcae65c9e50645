/** What is taken of the spans of programs, and how much is kept of each. */
export const SPAN_LIMITS = {
  /** Of a body, compressed or not. */
  maxBodyBytes: 4_194_304,
  maxSpansPerRequest: 10_000,
  maxAttributesPerSpan: 128,
  maxAttributeChars: 16_384,
  maxEventsPerSpan: 32,
  /** Days ago that a span may have started when it comes. */
  maxAgeDays: 7,
  /** Spans that reading a trace gives. */
  maxTraceSpans: 1_000,
} as const;

/** Of all attributes of a span together, as JSON, and of its events. */
export const MAX_ATTRIBUTES_CHARS = 65_536;
/** Of names, models, sessions and whatever else is looked for. */
export const MAX_NAME_CHARS = 256;
/** Arrays and objects within an attribute. */
export const MAX_VALUE_DEPTH = 16;
/** Of a body, at all levels, before anything is made of it: resources, scopes, spans, events, attributes and values. */
export const MAX_MESSAGES = 400_000;
/** Of a body in JSON: what as many bytes of spans do not reach. */
export const MAX_JSON_VALUES = 500_000;
