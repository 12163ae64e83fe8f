/** The store failed or did not respond in time. */
export interface StoreUnavailable {
  kind: 'store-unavailable';
}

export const storeUnavailable: StoreUnavailable = { kind: 'store-unavailable' };
