import createClient from 'openapi-fetch';
import type { Converse } from '../answers';
import type { components, paths } from './generated';

export const converse: Converse = async (baseUrl, key, site) => {
  const client = createClient<paths, 'application/json'>({
    baseUrl,
    headers: { authorization: `Bearer ${key}` },
  });
  const page: components['schemas']['ConvertRequest'] = { url: `${site}/small`, include_metadata: true };
  const { data } = await client.POST('/v1/convert', { body: page });
  const { data: usage } = await client.GET('/v1/usage');
  const { error, response } = await client.POST('/v1/convert', { body: { url: `${site}/missing` } });
  if (data === undefined || usage === undefined || error === undefined) throw new Error('No answer');
  // @ts-expect-error: the envelope is typed, so this is known to be wrong.
  error.error.reason satisfies 'no_such_reason';
  const { code, reason } = error.error;
  return {
    content: data.data.content,
    title: data.data.metadata?.title,
    plan: usage.plan,
    failure: { status: response.status, code, reason },
  };
};
