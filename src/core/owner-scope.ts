/** Which rows a query may see: those of one user, or those of everyone, which only administrators may see. */
export type OwnerScope = number | 'everyone';
