import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** Tells a caller which of the params is wrong: the SDK calls that an internal error, or shows all that its schema says. */
export class FaultNamingServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const handle = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await handle(request, context);
      } catch (error) {
        throw wrongParam(error) ?? error;
      }
    };
  }
}

/** The fault that the issues of a schema tell of, which an error of the SDK has as JSON at the end of its message. */
function wrongParam(error: unknown): ProtocolError | undefined {
  try {
    const { message: told } = error as Error;
    const [{ path, message }] = JSON.parse(told.slice(told.indexOf('['))) as [z.core.$ZodIssue];
    const name = JSON.stringify(path.join('.').slice(0, 100));
    return new ProtocolError(ProtocolErrorCode.InvalidParams, `Set ${name} as MCP has it: ${message}.`);
  } catch {
    return undefined;
  }
}
