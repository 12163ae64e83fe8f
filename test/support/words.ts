import type { Language } from '../../src/texts/message.ts';
import { getTexts } from '../../src/texts/texts.ts';

function wordsIn(language: Language) {
  return {
    api: getTexts('api', language),
    audit: getTexts('audit', language),
    bio: getTexts('bio', language),
    bulk: getTexts('link-bulk', language),
    campaigns: getTexts('campaigns', language),
    card: getTexts('link-card', language),
    channels: getTexts('channels', language),
    charts: getTexts('charts', language),
    domains: getTexts('domains', language),
    filters: getTexts('link-filters', language),
    history: getTexts('link-history', language),
    home: getTexts('home', language),
    import: getTexts('import', language),
    invitation: getTexts('invitation', language),
    keys: getTexts('keys', language),
    linkForm: getTexts('link-form', language),
    linkPage: getTexts('link-page', language),
    linkSchedule: getTexts('link-schedule', language),
    links: getTexts('links', language),
    members: getTexts('members', language),
    misses: getTexts('misses', language),
    move: getTexts('link-move', language),
    overlays: getTexts('overlays', language),
    pages: getTexts('public-pages', language),
    passkeys: getTexts('passkeys', language),
    pasteLink: getTexts('paste-link', language),
    pixels: getTexts('pixels', language),
    qr: getTexts('qr', language),
    responses: getTexts('overlay-responses', language),
    roles: getTexts('roles', language),
    routing: getTexts('link-routing', language),
    rules: getTexts('link-rules', language),
    secondFactor: getTexts('second-factor', language),
    settings: getTexts('settings', language),
    share: getTexts('sharing', language),
    shared: getTexts('shared', language),
    sharePage: getTexts('share-page', language),
    shell: getTexts('shell', language),
    simulator: getTexts('link-simulator', language),
    signOn: getTexts('sign-on', language),
    splash: getTexts('splash', language),
    statistics: getTexts('statistics', language),
    takeDown: getTexts('take-down', language),
    trash: getTexts('trash', language),
    webhooks: getTexts('webhooks', language),
    ui: getTexts('ui', language),
    users: getTexts('users', language),
    workspaces: getTexts('workspaces', language),
    utm: getTexts('link-utm', language),
    utmTemplates: getTexts('utm-templates', language),
  };
}

/** The English texts of the dashboard and of the public pages (`pages`), so that browser tests do not hard-code texts. */
export const words = wordsIn('en');

/** The same texts in German. */
export const wordsInGerman = wordsIn('de');
