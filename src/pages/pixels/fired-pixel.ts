/** The API's name of a vendor. */
export type VendorType =
  | 'tagmgrpixel'
  | 'analyticspixel'
  | 'socialapixel'
  | 'adspixel'
  | 'professionalnetpixel'
  | 'microblogpixel'
  | 'retargetpixel'
  | 'qapixel'
  | 'imageboard'
  | 'searchengine'
  | 'ephemeralchat'
  | 'forum'
  | 'shortvideo';

/** A pixel as a page sees it. */
export interface FiredPixel {
  vendor: VendorType;
  tag: string;
}
