import { Plus, X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { language, localeOf, type TextsOf, useTexts } from '../../lib/texts.ts';
import type { FormState } from '../../lib/use-form.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import type { LinkValues } from './link-form.ts';
import { listLanguages } from './names.ts';
import { findShadowed } from './shadowed-lines.ts';

type DeviceWord = keyof TextsOf<'link-form'>['devices'];

type ListName = 'geotarget' | 'devicetarget' | 'languagetarget';

/** One sentence: "In Canada → example.ca". */
function Sentence({
  lead,
  children,
  link,
  onLink,
  onRemove,
  problems,
  isWrong,
  isShadowed,
}: {
  lead: string;
  children: ReactNode;
  link: string;
  onLink(link: string): void;
  onRemove(): void;
  problems: string[];
  isWrong: boolean;
  isShadowed: boolean;
}) {
  const t = useTexts('link-form');
  const ui = useTexts('ui');
  return (
    <li className="links-rule">
      <span className="links-lead">{lead}</span>
      {children}
      <span aria-hidden>→</span>
      <span className="input grow">
        <input
          type="url"
          aria-label={t.goTo}
          aria-invalid={isWrong || undefined}
          placeholder="https://"
          value={link}
          onChange={(event) => onLink(event.target.value)}
        />
      </span>
      <IconButton label={ui.remove} icon={X} onClick={onRemove} />
      {problems.map((problem) => (
        <p key={problem} className="problem">
          {problem}
        </p>
      ))}
      {isShadowed && problems.length === 0 && <p className="links-caution">{t.shadowed}</p>}
    </li>
  );
}

/** Where different visitors go, as sentences. */
export function TargetsField({ form, countries: id }: { form: FormState<LinkValues>; countries: string }) {
  const t = useTexts('link-form');
  const locale = localeOf(language.use());
  const { values, set, errorOf } = form;
  const { geotarget, devicetarget, languagetarget } = values;
  const inUse = languagetarget.map((rule) => rule.language).join();
  const languages = useMemo(() => listLanguages(locale, inUse.split(',').filter(Boolean)), [locale, inUse]);

  const shadowed = useMemo(
    () => findShadowed({ geotarget, devicetarget, languagetarget }),
    [geotarget, devicetarget, languagetarget],
  );

  /** What a line needs beside its own words. */
  function lineOf(name: ListName, index: number) {
    const list: { link: string }[] = values[name];
    const change = (next: object) =>
      set({ [name]: list.map((rule, at) => (at === index ? { ...rule, ...next } : rule)) });
    // In the order of the line itself.
    const problems = ['', '.location', '.device', '.language', '.link'].map((part) =>
      errorOf(`${name}.${index}${part}`),
    );
    return {
      change,
      sentence: {
        link: list[index]?.link ?? '',
        onLink: (link: string) => change({ link }),
        onRemove: () => set({ [name]: list.filter((_, at) => at !== index) }),
        problems: [...new Set(problems.filter((problem) => problem !== undefined))],
        isShadowed: shadowed.has(`${name}.${index}`),
        isWrong: problems.at(-1) !== undefined,
      },
    };
  }

  function choice(
    label: string,
    value: string,
    options: { value: string; label: string }[],
    onChange: (value: string) => void,
  ) {
    return (
      <span className="input select">
        <Select aria-label={label} value={value} options={options} onChange={onChange} />
      </span>
    );
  }

  const devices = Object.entries(t.devices).map(([value, label]) => ({ value, label }));
  return (
    <div className="stack">
      <p className="hint">{t.targetingHint}</p>
      <ul className="links-rules">
        {geotarget.map((rule, index) => {
          const { change, sentence } = lineOf('geotarget', index);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is told by its place alone while it is typed.
            <Sentence key={index} lead={t.inPlace} {...sentence}>
              <span className="input">
                <input
                  aria-label={t.country}
                  placeholder={t.country}
                  list={id}
                  value={rule.location}
                  aria-invalid={errorOf(`geotarget.${index}.location`) ? true : undefined}
                  onChange={(event) => change({ location: event.target.value })}
                />
              </span>
            </Sentence>
          );
        })}
        {devicetarget.map((rule, index) => {
          const { change, sentence } = lineOf('devicetarget', index);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <Sentence key={index} lead={t.onDevice} {...sentence}>
              {choice(t.device, rule.device, devices, (device) => change({ device }))}
            </Sentence>
          );
        })}
        {languagetarget.map((rule, index) => {
          const { change, sentence } = lineOf('languagetarget', index);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <Sentence key={index} lead={t.readers} {...sentence}>
              {choice(t.language, rule.language, languages, (chosen) => change({ language: chosen }))}
            </Sentence>
          );
        })}
        <li className="links-rule">
          <span className="links-lead">{t.otherwise}</span>
          <span aria-hidden>→</span>
          <span className="cut quiet grow">{values.url}</span>
        </li>
      </ul>
      <div className="line wraps">
        <Button icon={Plus} onClick={() => set({ geotarget: [...geotarget, { location: '', link: '' }] })}>
          {t.addCountry}
        </Button>
        <Button
          icon={Plus}
          onClick={() => set({ devicetarget: [...devicetarget, { device: unusedDevice(devicetarget), link: '' }] })}
        >
          {t.addDevice}
        </Button>
        <Button
          icon={Plus}
          onClick={() =>
            set({ languagetarget: [...languagetarget, { language: unusedLanguage(languagetarget), link: '' }] })
          }
        >
          {t.addLanguage}
        </Button>
      </div>
    </div>
  );
}

function unusedDevice(used: { device: string }[]): string {
  const words: DeviceWord[] = [
    'iphone',
    'android',
    'ipad',
    'desktop',
    'tablet',
    'windows',
    'macos',
    'linux',
    'ios',
    'mobile',
  ];
  return words.find((word) => !used.some(({ device }) => device === word)) ?? 'chromeos';
}

function unusedLanguage(used: { language: string }[]): string {
  return (
    ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja'].find((word) => !used.some((rule) => rule.language === word)) ??
    'en'
  );
}
