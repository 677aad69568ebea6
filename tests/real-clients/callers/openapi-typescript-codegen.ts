import type { Converse } from '../answers';
import { ApiError, ConversionService, type ConvertRequest, type ErrorEnvelope, OpenAPI } from './generated';

export const converse: Converse = async (baseUrl, key, site) => {
  Object.assign(OpenAPI, { BASE: baseUrl, TOKEN: key });
  const page: ConvertRequest = { url: `${site}/small`, include_metadata: true };
  const { data } = await ConversionService.convert(page);
  const byAddress = await ConversionService.getPage(page.url);
  if (byAddress.data.content !== data.content) throw new Error('Another content by GET');
  const { plan } = await ConversionService.usage();
  const failed = await ConversionService.convert({ url: `${site}/missing` }).catch((error: unknown) => error);
  if (!(failed instanceof ApiError)) throw new Error('No failure');
  const { error }: ErrorEnvelope = failed.body;
  // @ts-expect-error: the envelope is typed, so this is known to be wrong.
  error.reason satisfies ErrorEnvelope.reason.BUSY;
  const { code, reason } = error;
  return {
    content: data.content,
    title: data.metadata?.title,
    plan,
    failure: { status: failed.status, code, reason },
  };
};
