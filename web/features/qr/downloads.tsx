import { Download } from 'lucide-react';
import { useTexts } from '../../lib/texts.ts';
import { Menu } from '../../ui/menu.tsx';
import { pictureOf } from './saved-codes.ts';

const SIZES_PX = [256, 512, 1024, 2048, 4096];

interface Code {
  id: number | string;
  link: string;
  name: string;
}

type Kind = 'svg' | 'png' | 'pdf';

function fileName({ name }: Code, kind: Kind, size?: number): string {
  const words = name.replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'qr-code';
  return `${words}${size ? ` ${size}` : ''}.${kind}`;
}

function save(code: Code, kind: Kind, size?: number): void {
  const link = document.createElement('a');
  link.href = pictureOf(code, `.${kind}`, size);
  link.download = fileName(code, kind, size);
  link.click();
}

function pngItems(code: Code) {
  return SIZES_PX.map((size) => ({
    name: `PNG, ${size} × ${size}`,
    icon: Download,
    run: () => save(code, 'png', size),
  }));
}

function FileLink({ code, kind }: { code: Code; kind: 'svg' | 'pdf' }) {
  const t = useTexts('qr');
  return (
    <a
      className="button plain"
      href={pictureOf(code, `.${kind}`)}
      download={fileName(code, kind)}
      aria-label={`${t.download}: ${kind.toUpperCase()}`}
    >
      <Download size={16} aria-hidden />
      {kind.toUpperCase()}
    </a>
  );
}

/** A button for each file type; a PNG has a size. */
export function Downloads({ code }: { code: Code }) {
  const t = useTexts('qr');
  return (
    <div className="qr-downloads">
      <FileLink code={code} kind="svg" />
      <Menu className="button plain" label={t.pngSizes} items={pngItems(code)}>
        <Download size={16} aria-hidden />
        PNG …
      </Menu>
      <FileLink code={code} kind="pdf" />
    </div>
  );
}

/** The same as one small button. */
export function DownloadMenu({ code }: { code: Code }) {
  const t = useTexts('qr');
  const items = [
    { name: 'SVG', icon: Download, run: () => save(code, 'svg') },
    ...pngItems(code),
    { name: 'PDF', icon: Download, run: () => save(code, 'pdf') },
  ];
  return (
    <Menu label={t.download} items={items}>
      <Download size={16} aria-hidden />
      <span className="unseen">{t.download}</span>
    </Menu>
  );
}
