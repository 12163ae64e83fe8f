import { type Language, textsOf } from '../../src/pages/texts.ts';
import { bioTexts } from '../../web/features/bio/bio.texts.ts';
import { campaignTexts } from '../../web/features/campaigns/campaigns.texts.ts';
import { channelTexts } from '../../web/features/channels/channels.texts.ts';
import { domainTexts } from '../../web/features/domains/domains.texts.ts';
import { homeTexts } from '../../web/features/home/home.texts.ts';
import { importTexts } from '../../web/features/import/import.texts.ts';
import { keyTexts } from '../../web/features/keys/keys.texts.ts';
import { bulkTexts } from '../../web/features/links/bulk.texts.ts';
import { cardTexts } from '../../web/features/links/card.texts.ts';
import { filterTexts } from '../../web/features/links/filters.texts.ts';
import { linkPageTexts } from '../../web/features/links/link-page.texts.ts';
import { linkTexts } from '../../web/features/links/links.texts.ts';
import { shareTexts } from '../../web/features/links/share.texts.ts';
import { sheetTexts } from '../../web/features/links/sheet.texts.ts';
import { simulatorTexts } from '../../web/features/links/simulator.texts.ts';
import { utmTexts } from '../../web/features/links/utm.texts.ts';
import { overlayTexts } from '../../web/features/overlays/overlays.texts.ts';
import { responseTexts } from '../../web/features/overlays/responses.texts.ts';
import { pixelTexts } from '../../web/features/pixels/pixels.texts.ts';
import { qrTexts } from '../../web/features/qr/qr.texts.ts';
import { settingsTexts } from '../../web/features/settings/settings.texts.ts';
import { sharedTexts } from '../../web/features/shared/shared.texts.ts';
import { splashTexts } from '../../web/features/splash/splash.texts.ts';
import { userTexts } from '../../web/features/users/users.texts.ts';
import { shellTexts } from '../../web/shell/shell.texts.ts';
import { chartTexts } from '../../web/ui/charts/charts.texts.ts';
import { statisticsTexts } from '../../web/ui/charts/statistics.texts.ts';
import { pasteTexts } from '../../web/ui/paste-link.texts.ts';
import { takeDownTexts } from '../../web/ui/take-down.texts.ts';
import { uiTexts } from '../../web/ui/ui.texts.ts';

function wordsIn(language: Language) {
  return {
    bio: bioTexts[language],
    bulk: bulkTexts[language],
    campaigns: campaignTexts[language],
    card: cardTexts[language],
    channels: channelTexts[language],
    charts: chartTexts[language],
    domains: domainTexts[language],
    filters: filterTexts[language],
    home: homeTexts[language],
    import: importTexts[language],
    keys: keyTexts[language],
    linkForm: sheetTexts[language],
    linkPage: linkPageTexts[language],
    links: linkTexts[language],
    overlays: overlayTexts[language],
    pages: textsOf(language),
    pasteLink: pasteTexts[language],
    pixels: pixelTexts[language],
    qr: qrTexts[language],
    responses: responseTexts[language],
    settings: settingsTexts[language],
    share: shareTexts[language],
    shared: sharedTexts[language],
    shell: shellTexts[language],
    simulator: simulatorTexts[language],
    splash: splashTexts[language],
    statistics: statisticsTexts[language],
    takeDown: takeDownTexts[language],
    ui: uiTexts[language],
    users: userTexts[language],
    utm: utmTexts[language],
  };
}

/** The English texts of the dashboard and of the public pages (`pages`), so that browser tests do not hard-code texts. */
export const words = wordsIn('en');

/** The same texts in German. */
export const wordsInGerman = wordsIn('de');
