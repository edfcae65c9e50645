export { createConnections } from './connections.ts';
export { type Brief, type Ending, exchange, type Head, type Reader } from './exchange.ts';
export { type Fetched, getText } from './get-text.ts';
