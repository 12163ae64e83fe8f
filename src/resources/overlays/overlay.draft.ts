import { changeField } from '../../core/change-field.ts';
import { type FieldError, fieldError } from '../../core/errors.ts';
import { changeDisabledBy, OWNER, type StatusChanger } from '../../core/take-down.ts';
import { hostOf } from '../../lib/url.ts';
import type { OverlayContent, OverlayType } from '../../pages/overlay-content.ts';
import { findColorProblems } from '../../pages/palette.ts';
import type { OverlayChange } from './overlay.contract.ts';
import type { OverlayRecord } from './overlay.store.ts';
import { defaultPositions, emptyContents } from './overlay.ts';

/** The default values of an overlay of this type. */
export function newOverlay(type: OverlayType): OverlayRecord {
  return {
    name: '',
    content: emptyContents[type],
    position: defaultPositions[type],
    colors: { background: null, foreground: null, accent: null },
    delaySeconds: 0,
    isDismissable: true,
    pictureId: null,
    logoId: null,
    disabledBy: null,
  };
}

/** Applies the fields of a body that this type of content has. */
function changeContent(content: OverlayContent, change: OverlayChange): OverlayContent {
  const { type, ...kept } = content;
  const empty: Record<string, unknown> = { ...emptyContents[type] };
  const sent: Record<string, unknown> = { ...change };
  const changed = Object.entries(kept).map(([field, value]) => [field, changeField(sent[field], value, empty[field])]);
  return { type, ...Object.fromEntries(changed) };
}

/** Applies a change to an overlay. */
export function applyOverlayChange(
  before: OverlayRecord,
  change: OverlayChange,
  by: StatusChanger = OWNER,
): OverlayRecord {
  const { colors, content } = before;
  return {
    name: change.name ?? before.name,
    content: changeContent(content, change),
    position: changeField(change.position, before.position, defaultPositions[content.type]),
    colors: {
      background: changeField(change.background, colors.background, null),
      foreground: changeField(change.foreground, colors.foreground, null),
      accent: changeField(change.accent, colors.accent, null),
    },
    delaySeconds: changeField(change.delay, before.delaySeconds, 0),
    isDismissable: changeField(change.dismissable, before.isDismissable, true),
    pictureId: content.type === 'image' ? changeField(change.picture, before.pictureId, null) : null,
    logoId: changeField(change.logo, before.logoId, null),
    disabledBy: changeDisabledBy(before.disabledBy, change.status, by),
  };
}

/** The hosts of all destinations in a body. */
export function overlayDestinationHosts({ button_url, link }: OverlayChange): string[] {
  return [button_url, link].filter((href) => href !== undefined && href !== null).map(hostOf);
}

/** Problems that the schema cannot detect: destinations on our own hosts, and colors without enough contrast. */
export function findOverlayProblems(
  { content, colors }: OverlayRecord,
  isOwnHost: (host: string) => boolean,
): FieldError[] {
  const { button_url = null, link = null } = content as { button_url?: string | null; link?: string | null };
  const destinations = Object.entries({ button_url, link })
    .filter(([, href]) => href !== null && isOwnHost(hostOf(href)))
    .map(([field]) => fieldError(field, 'own_address'));
  return [...destinations, ...findColorProblems(colors)];
}
