import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { prefetchLanguages, startTexts } from './lib/load-texts.ts';
import { queryClient } from './lib/query.ts';
import { App } from './shell/app.tsx';

function showDashboard(root: HTMLElement): void {
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>,
  );
  prefetchLanguages();
}

const root = document.getElementById('root');
if (root) {
  startTexts().then(
    () => showDashboard(root),
    () => {
      // This sentence is in no catalog, because it is shown if the catalogs cannot be loaded.
      root.textContent = 'The dashboard cannot be loaded. Reload the page.';
    },
  );
}
