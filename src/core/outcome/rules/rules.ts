import { DEAD_ENDS } from './dead-ends.ts';
import type { Rule } from './rule.ts';
import { WALLS } from './walls.ts';

/** In order of precedence (walls before dead ends); within a tier a standard page decides, else the rule that is surest. */
export const TIERS: readonly (readonly Rule[])[] = [WALLS, DEAD_ENDS];

/** All rules, in that order. */
export const RULES: readonly Rule[] = TIERS.flat();
