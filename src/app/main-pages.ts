import { refuseUnlessGet } from '../http/method-refused.ts';
import { landingPage } from '../pages/landing.ts';
import type { PathHandler } from './path-handler.ts';

interface Parts {
  setup(request: Request): Response | Promise<Response>;
}

/** Handles the pages about the product itself, which exist on the main host only. */
export function createMainPages({ setup }: Parts): PathHandler {
  return (request, _, path) => {
    if (path === '/setup') return setup(request);
    return path === '/' ? (refuseUnlessGet(request) ?? landingPage()) : undefined;
  };
}
