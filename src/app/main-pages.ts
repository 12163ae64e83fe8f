import { methodRefused } from '../http/method-refused.ts';
import { landingPage } from '../pages/landing.ts';
import type { Door } from './door.ts';

/** The pages of the main host that are about the product itself. */
export function createMainPages({
  docs,
  setup,
}: {
  docs: Response;
  setup(request: Request): Response | Promise<Response>;
}): Door {
  function find(path: string): Response | undefined {
    if (path === '/') return landingPage();
    return path === '/docs' ? (docs.clone() as Response) : undefined;
  }

  return (request, _, path) => {
    if (path === '/setup') return setup(request);
    const page = find(path);
    if (!page) return undefined;
    return request.method === 'GET' || request.method === 'HEAD' ? page : methodRefused('GET, HEAD');
  };
}
