/** Who makes a request: a user, by one of their keys. */
export interface Principal {
  userId: number;
  keyId: number;
  isAdmin: boolean;
}
