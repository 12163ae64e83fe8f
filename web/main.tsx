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
      // No catalog holds this sentence: it is for when none can be loaded.
      root.textContent = 'The dashboard cannot be loaded. Reload the page.';
    },
  );
}
