import type { ServerResponse } from 'node:http';

/** A signal that is aborted when the connection closes before the answer was written. */
export function callerGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    if (!response.writableFinished) controller.abort(new Error('The caller closed the connection'));
  };
  if (response.destroyed) onClose();
  else response.once('close', onClose);
  return controller.signal;
}
