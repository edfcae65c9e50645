/**
 * The sockets of one provider. HTTP/1.1 only and one request per socket at a time: then a request that was not started
 * has provably not been written, and a started one never moves to another socket.
 */
import { Agent } from 'undici';

export function createConnections(connectTimeoutMs: number): Agent {
  return new Agent({
    allowH2: false,
    pipelining: 1,
    connectTimeout: connectTimeoutMs,
    // A model may think for minutes; `exchange` limits the total time instead.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
