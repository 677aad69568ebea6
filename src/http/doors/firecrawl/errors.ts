import type { Failure, FailureReason } from '../../../contract/failure.ts';
import { OUR_FIELDS } from './fields.table.ts';

/** Their code of a reason; any other is the reason in capitals. */
const CODES: Readonly<Partial<Record<FailureReason, string>>> = {
  invalid_request: 'BAD_REQUEST',
  invalid_url: 'BAD_REQUEST',
  request_timeout: 'SCRAPE_TIMEOUT',
  fetch_timeout: 'SCRAPE_TIMEOUT',
  conversion_timeout: 'SCRAPE_TIMEOUT',
  upstream_tls: 'SCRAPE_SSL_ERROR',
  upstream_unreachable: 'SCRAPE_SITE_ERROR',
  unsupported_media_type: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
};

/** An error in their words, with our reason besides. */
export function errorOf({ reason, message }: Failure): object {
  const error = message.replace(/"(\w+)"/g, (quoted, name) =>
    Object.hasOwn(OUR_FIELDS, name) ? JSON.stringify(OUR_FIELDS[name]) : quoted,
  );
  return { code: CODES[reason] ?? reason.toUpperCase(), error, reason };
}
