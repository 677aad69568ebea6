import type { AiSettings } from './provider.ts';
import {
  errorCodesOf,
  isApiCallError,
  ProviderDeclinedError,
  ProviderTimeoutError,
} from './provider-failure.ts';

/** What of the settings an explanation names: never the key itself. */
type NamedSettings = Omit<AiSettings, 'apiKey'> & { readonly hasKey: boolean };

/**
 * Why the provider gave no text, for the operator: what to change first, then what was seen. `thrown` is what opening an answer
 * threw; its `cause` is the provider's own error.
 */
export function explainFailure(thrown: unknown, settings: NamedSettings): string {
  const cause = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown;
  if (cause instanceof ProviderTimeoutError)
    return `Raise PAGEMARK_AI_TIMEOUT_MS or choose a faster model: ${cause.message}.`;
  if (cause instanceof ProviderDeclinedError)
    return 'Choose another model: its filter left nothing of the answer.';
  if (isApiCallError(cause) && cause.statusCode !== undefined && cause.statusCode >= 400)
    return explainStatus(cause.statusCode, cause.responseBody ?? '', settings);
  const [code] = errorCodesOf(cause);
  if (code !== undefined) return explainCode(code, settings);
  const said = cause instanceof Error ? cause.message : String(cause);
  return `Check PAGEMARK_AI_BASE_URL: what answers at ${addressOf(settings)} is no such API (${said}).`;
}

/** Statuses as OpenAI, Anthropic, Google, Ollama and vLLM use them; a wrong key is a 400 of Google's, an unknown model a 404. */
function explainStatus(status: number, body: string, settings: NamedSettings): string {
  const seen = `(${status})`;
  const at = addressOf(settings);
  if (status === 401 || status === 403 || (status === 400 && /api[ _-]?key/i.test(body)))
    return settings.hasKey
      ? `Check PAGEMARK_AI_API_KEY: ${at} refused the key ${seen}.`
      : `Set PAGEMARK_AI_API_KEY: ${at} wants a key ${seen}.`;
  if ((status === 404 || status === 400) && /model/i.test(body))
    return `Check PAGEMARK_AI_MODEL: ${at} does not know "${settings.model}" ${seen}.`;
  if (status === 404 || status === 405)
    return `Check PAGEMARK_AI_BASE_URL: there is no such API at ${at} ${seen}; most end in /v1.`;
  if (status === 402) return `Pay for the account of PAGEMARK_AI_API_KEY: ${at} wants money ${seen}.`;
  if (status === 429)
    return `Wait, or raise the limit of the account of PAGEMARK_AI_API_KEY: ${at} takes no more requests ${seen}.`;
  return `Ask whoever runs ${at}: it failed ${seen}.`;
}

function explainCode(code: string, settings: NamedSettings): string {
  const at = addressOf(settings);
  if (code === 'ECONNREFUSED')
    return `Start the provider, or check PAGEMARK_AI_BASE_URL: nothing listens at ${at} (${code}).`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `Check PAGEMARK_AI_BASE_URL: no address is known for the host of ${at} (${code}).`;
  if (/CERT|SELF_SIGNED|TLS|SSL/.test(code))
    return `Check PAGEMARK_AI_BASE_URL, or set NODE_EXTRA_CA_CERTS: the certificate of ${at} is not trusted (${code}).`;
  return `Check PAGEMARK_AI_BASE_URL and the network: ${at} cannot be reached (${code}).`;
}

const addressOf = ({ baseUrl, provider }: NamedSettings) => baseUrl ?? provider;
