/** The API's word for a vendor. */
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

/** One pixel as a page knows it. */
export interface FiredPixel {
  vendor: VendorType;
  tag: string;
}
