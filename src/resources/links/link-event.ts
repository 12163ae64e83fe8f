/** Where a link answers. */
export interface LinkAddress {
  domainId: number;
  alias: string;
}

/** A change of a link that was stored. */
export interface LinkEvent {
  change: 'created' | 'updated' | 'deleted';
  owner: number;
  id: number;
  alias: string;
  /** Where it answers now and where it answered before. */
  addresses: LinkAddress[];
  /** The campaigns that it is in or was in. */
  campaigns: number[];
  /** The targets that it shows in a frame from now on. */
  framed: string[];
  /** Those of which it has just been found out whether they can be. */
  known?: Map<string, boolean>;
}
