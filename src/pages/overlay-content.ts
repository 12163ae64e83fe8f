export const overlayTypes = ['message', 'contact', 'poll', 'newsletter', 'image', 'coupon'] as const;
export type OverlayType = (typeof overlayTypes)[number];

export const overlayPositions = ['top', 'bottom', 'bottom-left', 'bottom-right', 'center'] as const;
export type OverlayPosition = (typeof overlayPositions)[number];

/** The fields that a contact form may have. */
export const contactFields = ['name', 'email', 'message'] as const;
export type ContactField = (typeof contactFields)[number];

interface Button {
  button: string | null;
  button_url: string | null;
}

/** The content of an overlay, with the API's field names; null uses the default. */
export type OverlayContent =
  | ({ type: 'message'; text: string | null } & Button)
  | {
      type: 'contact';
      text: string | null;
      fields: readonly ContactField[];
      button: string | null;
      thanks: string | null;
    }
  | { type: 'poll'; question: string | null; answers: readonly string[]; thanks: string | null }
  | { type: 'newsletter'; text: string | null; button: string | null; thanks: string | null }
  | { type: 'image'; alt: string | null; link: string | null }
  | ({ type: 'coupon'; text: string | null; code: string | null } & Button);

/** The content of one type of overlay. */
export type ContentOf<Type extends OverlayType> = Extract<OverlayContent, { type: Type }>;

/** The types that visitors can respond to. */
export type FormContent = ContentOf<'contact' | 'poll' | 'newsletter'>;

/** Whether visitors can respond to this type. */
export function hasForm(content: OverlayContent): content is FormContent {
  return content.type === 'contact' || content.type === 'poll' || content.type === 'newsletter';
}
