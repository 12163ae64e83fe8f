import type { LucideIcon } from 'lucide-react';
import { defineTexts, useTexts } from '../lib/texts.ts';
import { EmptyState } from './empty-state.tsx';
import { Page } from './page.tsx';

const texts = defineTexts(
  {
    title: 'Not on this screen yet',
    text: 'What the API can do with this already stands in its documentation, at /docs.',
  },
  {
    de: {
      title: 'Noch nicht auf diesem Bildschirm',
      text: 'Was die API damit schon kann, steht in ihrer Dokumentation unter /docs.',
    },
  },
);

/** A screen whose feature has not been built; it goes when the last one is. */
export function NotYet({ title, icon }: { title: string; icon: LucideIcon }) {
  const t = useTexts(texts);
  return (
    <Page title={title}>
      <EmptyState icon={icon} title={t.title}>
        {t.text}
      </EmptyState>
    </Page>
  );
}
