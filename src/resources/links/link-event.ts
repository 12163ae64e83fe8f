/** The host and alias of a link. */
export interface LinkAddress {
  domainId: number;
  alias: string;
}

/** A stored change of a link. */
export interface LinkEvent {
  change: 'created' | 'updated' | 'deleted';
  owner: number;
  id: number;
  alias: string;
  /** Its current and previous addresses. */
  addresses: LinkAddress[];
  /** Its current and previous campaigns. */
  campaigns: number[];
  /** The destinations that it shows in a frame after the change. */
  framed: string[];
  /** The framing checks that the request has already made. */
  known?: Map<string, boolean>;
}
