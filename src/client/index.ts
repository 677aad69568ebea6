/** The client, `pagemark/client`: nothing but `fetch` and types. */
export { createClient } from './client.ts';
export type {
  AiEvent,
  AiInput,
  AiStream,
  AnswerInfo,
  CallOptions,
  ClientOptions,
  ConvertCallOptions,
  ConvertedPage,
  ConvertFileCallOptions,
  ConvertFileInput,
  ConvertInput,
  PagemarkClient,
  WindowLimit,
} from './client-types.ts';
export { type ClientReason, PagemarkError } from './pagemark-error.ts';
