import { explainFailure } from '../ai/explain-failure.ts';
import type { Config } from '../config/config.ts';
import { openAi } from '../open-from-config.ts';

/** One thing that `pagemark doctor` looked at. `hole`: do not serve like this; `warning`: works, worth a look. */
export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'hole';
  readonly detail: string;
}

const PAGE = '# Check\n\nThis sentence checks the provider.\n';

/**
 * Asks the configured provider for a tiny answer: who answers and after how many milliseconds the first text came, or what to
 * change so that one does.
 */
export async function checkAi(config: Config): Promise<Check> {
  const { provider, model, baseUrl } = config.ai;
  const startedAt = performance.now();
  try {
    const answer = await openAi(config).open({ markdown: PAGE }, new AbortController().signal);
    const firstMs = Math.round(performance.now() - startedAt);
    answer.cancel();
    const who =
      provider === 'extractive'
        ? 'extractive (built in: selects from the page, asks no model; PAGEMARK_AI_PROVIDER connects one)'
        : `${provider} answers with model "${model}"${baseUrl === null ? '' : ` at ${baseUrl}`}`;
    return { name: 'AI', state: 'ok', detail: `${who}: first text after ${firstMs} ms` };
  } catch (thrown) {
    const detail = explainFailure(thrown, { ...config.ai, hasKey: config.secrets.aiApiKey !== null });
    return { name: 'AI', state: 'hole', detail: `${provider}, model "${model}": ${detail}` };
  }
}
