import { ServiceError } from '../contract/failure.ts';
import { malformedResponse, responseTooLarge, upstreamTls, upstreamUnreachable } from './fetch-failures.ts';

/** How far an exchange had come when it broke. */
export type ExchangeStage = 'head' | 'body';

/**
 * The failure that an error of the connection or of the parser means. Before the head of the response: whoever
 * closes, resets or speaks something else than HTTP is unreachable over HTTP. After it the response is malformed,
 * except for a reset.
 */
export function transportFailure(error: Error, stage: ExchangeStage, maxHeaderBytes: number): ServiceError {
  if (error instanceof ServiceError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return responseTooLarge(maxHeaderBytes, 'headers', 'header fields');
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return upstreamTls(error);
  if (/^E[A-Z]+$/.test(code)) return upstreamUnreachable(error);
  if (stage === 'body') return malformedResponse('body', error);
  return isHttp(error, code) ? malformedResponse('head', error) : upstreamUnreachable(error);
}

/** Whether what was received before the error was HTTP/1 at least in its first words. */
function isHttp(error: Error, code: string): boolean {
  if (code === 'UND_ERR_SOCKET') return /bad (upgrade|response)/.test(error.message);
  return !/Expected HTTP|HTTP version|HPE_INVALID_(CONSTANT|VERSION)/i.test(`${code} ${error.message}`);
}
