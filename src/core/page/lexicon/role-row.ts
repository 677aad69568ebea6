/**
 * A fact about the names in class attributes: the role that they tell, whole tokens in lower case parted by blanks, who
 * writes them, and the cases of `tests/constructs/` that hold them (without: seen on pages, in no case yet).
 */
export type RoleRow = readonly [role: string, tokens: string, writer?: string, cases?: string];

/** A fact about a part of a token; null: what looks like one and tells nothing. The first part that a token holds decides. */
export type PartRow = readonly [role: string | null, part: string];

/** A fact that takes a pattern over the first 300 characters of the attribute. The pattern keeps no state. */
export type PatternRow = readonly [role: string, pattern: RegExp, writer?: string];
