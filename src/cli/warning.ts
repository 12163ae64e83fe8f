/** A finding of `doctor`: it works, but the operator should look at it. */
export class Warning extends Error {}
