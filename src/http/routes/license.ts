import { licenseRequest, licenseResponse } from '../../contract/license.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';
import { json } from '../openapi.ts';
import { jsonBody, requireJson } from '../request-body.ts';

const MAX_BODY_BYTES = 4096;

/** `POST /v1/license/validate`: address limit → content type → size → JSON → schema → answer. No credential. */
export function licenseRoute(app: HttpApp, deps: HttpDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/license/validate',
    schema: {
      body: licenseRequest,
      operationId: 'validateLicense',
      tags: ['AI'],
      summary: 'Say whether a licence key is valid',
      description:
        'An unknown or malformed key gets `{"valid": false}` and nothing else. 30 calls per minute and address.',
      credential: null,
      answers: { 200: json('State of the key.', licenseResponse) },
      errors: { 429: 'Rate limit of the address exceeded; honour `Retry-After`.' },
    },
    onRequest: async (request) => {
      await deps.licenses.admitValidation(request.ip);
      requireJson(request.headers);
    },
    preValidation: jsonBody(MAX_BODY_BYTES),
    handler: async (request) => deps.licenses.validate(request.body.key),
  });
}
