/** Which spans of programs the service accepts, and how much it keeps of each. */
export const SPAN_LIMITS = {
  /** For a body, compressed or not. */
  maxBodyBytes: 4_194_304,
  maxSpansPerRequest: 10_000,
  maxAttributesPerSpan: 128,
  maxAttributeChars: 16_384,
  maxEventsPerSpan: 32,
  /** The maximum age of a span's start at its arrival, in days. */
  maxAgeDays: 7,
  /** Maximum number of spans in an answer to reading a trace. */
  maxTraceSpans: 1_000,
} as const;

/** For all attributes of a span together, as JSON, and for its events. */
export const MAX_ATTRIBUTES_CHARS = 65_536;
/** For names, models, sessions and everything else that can be searched. */
export const MAX_NAME_CHARS = 256;
/** For arrays and objects in an attribute. */
export const MAX_VALUE_DEPTH = 16;
/** For a body, at all levels, before it is decoded: resources, scopes, spans, events, attributes and values. */
export const MAX_MESSAGES = 400_000;
/** For a JSON body: more than a full body of spans has. */
export const MAX_JSON_VALUES = 500_000;
