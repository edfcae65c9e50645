/** Any JSON value. May contain exact parts if it is forwarded: see `exact-json.ts`. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export type JsonObject = { [member: string]: JsonValue };
