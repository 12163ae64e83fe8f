import { readFileSync } from 'node:fs';

/** How many sockets of this machine listen on a port. */
export function countListeners(port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const sockets = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFileSync(path, 'utf8')).join('');
  return [...sockets.matchAll(new RegExp(`:${hex} [0-9A-F]+:0000 0A `, 'g'))].length;
}
