/** What JSON can say. May hold exact parts where it is passed through: see `exact-json.ts`. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | { [member: string]: JsonValue };
