import { refuseUnlessGet } from '../http/method-refused.ts';
import { landingPage } from '../pages/landing.ts';
import type { PathHandler } from './path-handler.ts';

interface Parts {
  docs: Response;
  setup(request: Request): Response | Promise<Response>;
}

/** Handles the pages about the product itself, which exist on the main host only. */
export function createMainPages({ docs, setup }: Parts): PathHandler {
  function find(path: string): Response | undefined {
    if (path === '/') return landingPage();
    return path === '/docs' ? (docs.clone() as Response) : undefined;
  }

  return (request, _, path) => {
    if (path === '/setup') return setup(request);
    const page = find(path);
    return page && (refuseUnlessGet(request) ?? page);
  };
}
