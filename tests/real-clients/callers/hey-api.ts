import type { Converse } from '../answers';
import { type ConvertRequest, convert, usage } from './generated';
import { createClient } from './generated/client';

export const converse: Converse = async (baseUrl, key, site) => {
  const client = createClient({ baseUrl, auth: key });
  const page: ConvertRequest = { url: `${site}/small`, include_metadata: true };
  const { data } = await convert({ client, body: page });
  const used = await usage({ client });
  const { error, response } = await convert({ client, body: { url: `${site}/missing` } });
  if (!data || !used.data || !error || !response) throw new Error('No answer');
  // @ts-expect-error: the envelope is typed, so this is known to be wrong.
  error.error.reason satisfies 'no_such_reason';
  const { code, reason } = error.error;
  return {
    content: data.data.content,
    title: data.data.metadata?.title,
    plan: used.data.plan,
    failure: { status: response.status, code, reason },
  };
};
