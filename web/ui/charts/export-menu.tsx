import { Download, FileJson2, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { download } from '../../lib/download.ts';
import { useTexts } from '../../lib/texts.ts';
import { Menu, type MenuItem } from '../menu.tsx';
import { allJson, listsCsv, type Shown, seriesCsv } from './export.ts';
import { ExportVisits, type VisitsExport } from './export-visits.tsx';

/** Downloads the statistics on the screen; with a link's id, its visits too. */
export function ExportMenu({ name, shown, visitsOf }: { name: string; shown: Shown; visitsOf?: string }) {
  const t = useTexts('charts');
  const [request, setRequest] = useState<VisitsExport>();
  const { stats, filters } = shown;
  const dates = { from: stats.from, to: stats.to };
  const named = (what: string) => `${name} ${what} ${stats.from.slice(0, 10)} ${stats.to.slice(0, 10)}`;

  const visitsItem = (id: string, kind: 'csv' | 'json'): MenuItem => ({
    name: kind === 'csv' ? t.exports.visitsCsv : t.exports.visitsJson,
    icon: kind === 'csv' ? FileSpreadsheet : FileJson2,
    run: () => setRequest({ id, kind, name: named('visits'), dates, filters, total: stats.clicks + stats.bots }),
  });
  const items: MenuItem[] = [
    {
      name: t.exports.seriesCsv,
      icon: FileSpreadsheet,
      run: () => download(named('series'), 'csv', seriesCsv(shown)),
    },
    { name: t.exports.listsCsv, icon: FileSpreadsheet, run: () => download(named('lists'), 'csv', listsCsv(shown)) },
    { name: t.exports.allJson, icon: FileJson2, run: () => download(named('statistics'), 'json', allJson(shown)) },
    ...(visitsOf === undefined ? [] : [visitsItem(visitsOf, 'csv'), visitsItem(visitsOf, 'json')]),
  ];
  return (
    <>
      <Menu items={items} label={t.export} className="button plain">
        <Download size={16} aria-hidden />
        {t.export}
      </Menu>
      {request && <ExportVisits request={request} onClose={() => setRequest(undefined)} />}
    </>
  );
}
