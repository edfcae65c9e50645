/** Pages of the dashboard's lists: a limit with a default, and a cursor around the id of the last row. */
import { decodeCursor, encodeCursor } from '../kernel/cursor.ts';

const LIMIT = 20;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NUMBER = /^[1-9]\d{0,15}$/;

interface Wish {
  limit?: number;
  cursor?: string;
}

/** Of rows that are known by UUIDs. */
export function toPage({ limit = LIMIT, cursor }: Wish): { limit: number; before?: string } {
  return { limit, ...(cursor !== undefined && { before: decodeCursor(cursor, UUID) }) };
}

/** Of rows that are known by rising numbers. */
export function toNumberedPage(wish: Wish): { limit: number; before?: number } {
  const { limit = LIMIT, cursor } = wish;
  return { limit, ...(cursor !== undefined && { before: Number(decodeCursor(cursor, NUMBER)) }) };
}

export function pageOf<Item>(data: Item[], next: string | number | null) {
  return { data, nextCursor: next === null ? null : encodeCursor(String(next)) };
}
