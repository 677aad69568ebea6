import { z } from 'zod';
import { count } from './count.ts';
import { REMOVAL_STEPS, type RemovalStep } from './removal-steps.ts';

const structureCounts = z.object({
  tables: count,
  code: count.describe('Code blocks.'),
  formulas: count,
  images: count,
});

/** `data.diagnostics`: how a conversion went. */
export const conversionDiagnostics = z
  .object({
    engine: z.string().describe('Version of the conversion engine.'),
    encoding: z.string().describe('WHATWG name of the encoding that the document was decoded from.'),
    xml: z
      .string()
      .optional()
      .describe('Of a page of XML: `well-formed`, or why it was read as HTML. Absent for others.'),
    strategy: z.string().describe('How the content was found; of documents other than pages their kind.'),
    keptShare: z
      .number()
      .min(0)
      .max(1)
      .describe("Share of the document's characters, white space apart, that stays."),
    structures: z
      .object({ in: structureCounts, out: structureCounts })
      .describe('Of each structure how many the document has, and the content.'),
    kept: z
      .array(
        z.object({
          element: z.string().describe('As a selector.'),
          begins: z.string().describe('Its first words, at most 40 characters.'),
          ends: z.string().describe('Its last ones.'),
        }),
      )
      .readonly()
      .optional()
      .describe(
        'Parts of what stays, in document order, at most 200: what an id, a class or a telling tag names, so that `exclude_selectors` can take it out; not where that would be half of it. Absent for documents other than pages.',
      ),
    removed: z
      .array(
        z.object({
          step: z.enum(Object.keys(REMOVAL_STEPS) as [RemovalStep, ...RemovalStep[]]),
          element: z.string().describe('As a selector, such as `div#comments.list`.'),
          text: z.string(),
          after: z
            .string()
            .optional()
            .describe(
              'The end of the text that stays right ahead of it, at most 40 characters. Absent where none does, and for documents other than pages.',
            ),
        }),
      )
      .readonly()
      .describe('What was left out, in document order, by the step that did it.'),
    disclosed: z
      .array(
        z.object({
          element: z.string().describe('As a selector.'),
          text: z.string().describe('What of it stays.'),
          evidence: z
            .enum(['details', 'until-found', 'control', 'tab', 'rule', 'alike', 'page', 'formula'])
            .describe(
              'Why readers may come to see it: it folds, find in page opens it, a control or link names it, it is the panel of a tab, a rule of the page shows it in another state, next to nothing is shown until scripts ran, or it is the source of a formula.',
            ),
        }),
      )
      .readonly()
      .describe(
        'What stays though it is hidden or folds, in document order: a page can forge what speaks for it.',
      ),
    invisible: z
      .object({
        controls: count.describe('Control characters, an escape sequence of a terminal as one.'),
        tags: count.describe('Tag characters of Unicode.'),
        fillers: count.describe('Fillers and other characters without a glyph.'),
        zeroWidth: count.describe('Soft hyphens, zero-width spaces, joiners that join nothing.'),
        bidi: count.describe('Controls of direction that are not paired; in code all.'),
        variationSelectors: count.describe('Variation selectors behind nothing that they vary.'),
      })
      .describe('Characters that show nothing which were taken out of the content, by kind.'),
    tokens: count.describe('Estimated tokens of the Markdown, whole.'),
    outcomeSigns: z
      .array(z.string())
      .readonly()
      .describe('Why the outcome is not `ok`: each sign with its weight.'),
    faults: z
      .array(z.object({ stage: z.string(), message: z.string() }))
      .readonly()
      .describe('Stages that failed: defects of the service.'),
    contentDigest: z
      .string()
      .describe('Digest of the content, whole: the beginning of its SHA-256 in base64url.'),
    view: z
      .enum(['source', 'rendered'])
      .optional()
      .describe('What was read: the page as served, or as a browser drew it. Absent for a file.'),
    rendering: z
      .object({
        signs: z.array(z.string()).readonly().describe('Each sign with its weight.'),
        why: z.string().describe('Why `view` was taken and not the other one.'),
      })
      .optional()
      .describe('Of a page whose source seemed incomplete. Absent for others.'),
    redirects: z
      .array(z.object({ status: z.int(), url: z.string().describe('The address that redirected.') }))
      .readonly()
      .optional()
      .describe('Absent for a file.'),
    warnings: z
      .array(z.string())
      .readonly()
      .optional()
      .describe(
        'Fields of the body that are not known, and which ones are meant. Absent where there are none.',
      ),
    upstreamStatus: z.int().optional().describe("Status of the site's answer. Absent for a file."),
  })
  .meta({ id: 'Diagnostics', description: 'How a conversion went.' });

export type ConversionDiagnostics = z.infer<typeof conversionDiagnostics>;
