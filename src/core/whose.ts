/** Whose rows are meant: those of one user, or of everyone, which only administrators may see. */
export type Whose = number | 'everyone';
