import { useState } from 'react';
import type { BodyOf } from '../../lib/api.ts';
import { useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { useForm } from '../../lib/use-form.ts';
import { useCanChange } from '../../lib/workspaces.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { RoleNote } from '../../ui/role-note.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type AgentProgram, agentPrograms, programFiles, programNames, writeSnippet } from './snippets.ts';

type Scopes = NonNullable<BodyOf<'POST /api/key/add'>['scopes']>;

/** What the tools need, and nothing else. */
const READING: Scopes = ['links:read', 'stats:read', 'campaigns:read', 'domains:read'];
const CHANGING: Scopes = [...READING, 'links:write', 'qr:write', 'campaigns:write', 'bio:write'];

/** Shown in place of the key until there is one. */
const NO_KEY = 'YOUR_KEY';

type Access = 'read' | 'write';

/** Creates a key with the scopes of the tools. */
function KeyForm({ onMade }: { onMade(key: string): void }) {
  const t = useTexts('agents');
  const create = useSend('POST /api/key/add', { refreshes: ['GET /api/keys'] });
  const form = useForm({
    initial: { name: t.keyName as string, access: 'read' as Access },
    async send({ name, access }) {
      const { apikey } = await create.mutateAsync({ body: { name, scopes: access === 'read' ? READING : CHANGING } });
      onMade(apikey);
    },
  });
  const accesses = [
    { value: 'read' as const, label: t.accessRead },
    { value: 'write' as const, label: t.accessWrite },
  ];
  return (
    <Form form={form} submit={t.createKey}>
      <TextField {...form.field('name')} label={t.name} hint={t.nameHint} maxLength={255} />
      <SelectField {...form.field('access')} label={t.access} hint={t.accessHint} options={accesses} />
    </Form>
  );
}

/** What to paste into a program. */
function Snippet({ apikey }: { apikey: string | undefined }) {
  const t = useTexts('agents');
  const [program, setProgram] = useState<AgentProgram>('claudeCode');
  const tabs = agentPrograms.map((name) => ({ name, label: name === 'other' ? t.other : programNames[name] }));
  const text = writeSnippet(program, location.origin, apikey ?? NO_KEY);
  const file = programFiles[program];
  return (
    <Tabs<AgentProgram> label={t.program} tabs={tabs} value={program} onChange={setProgram}>
      <div className="stack">
        <p className="quiet">
          {file === undefined ? t.hints[program === 'other' ? 'other' : 'run'] : t.hints.file({ file })}
        </p>
        {program === 'claudeDesktop' && <p className="quiet">{t.hints.installed}</p>}
        <div className="agents-code">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide snippet is scrolled with the keyboard. */}
          <pre tabIndex={0}>{text}</pre>
          <CopyButton text={text} label={t.copySnippet} />
        </div>
      </div>
    </Tabs>
  );
}

/** Connects AI agents: the address of the tools, a key for them, and what to paste. */
export function Screen() {
  const t = useTexts('agents');
  const [apikey, setKey] = useState<string>();
  const canChange = useCanChange();
  return (
    <Page title={t.title}>
      <p className="agents-lead">{t.lead}</p>
      <div className="agents-parts">
        <section className="card stack">
          <h2>{t.address}</h2>
          <p className="quiet">{t.addressText}</p>
          <CopyLine text={`${location.origin}/mcp`} label={t.copyAddress} />
        </section>
        <section className="card stack">
          <h2>{t.key}</h2>
          {!canChange && <RoleNote />}
          {canChange && apikey === undefined && <KeyForm onMade={setKey} />}
          {apikey !== undefined && (
            <>
              <p className="quiet" role="status">
                {t.keyShown}
              </p>
              <CopyLine text={apikey} />
            </>
          )}
        </section>
        <section className="card stack agents-wide">
          <h2>{t.connect}</h2>
          <Snippet apikey={apikey} />
          <p className="quiet">
            <a href="/docs/mcp">{t.more}</a>
          </p>
        </section>
      </div>
    </Page>
  );
}
