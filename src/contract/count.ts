import { z } from 'zod';

/** How many there are of something. */
export const count = z.int().min(0);
