import type { ErrorEnvelope } from '../contract/error-envelope.ts';

// The part of OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1) that our own description uses. A test fails when the
// description says something that is not here.

/** A JSON Schema, or a reference to one under `components.schemas`. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly examples?: readonly unknown[];
  readonly readOnly?: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
  /** Of errors, by their reason. */
  readonly examples?: Readonly<Record<string, { readonly value: ErrorEnvelope }>>;
}

export interface Answer {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Readonly<Record<string, Content>> };
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Header {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface SecurityScheme {
  readonly type: string;
  readonly description: string;
  /** Of a key in a header field. */
  readonly name?: string;
}

/** What `GET /openapi.json` answers. */
export interface Description {
  readonly info: { readonly title: string; readonly description: string; readonly summary: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
}

/** An operation with its address and method. */
export interface Endpoint {
  readonly path: string;
  /** In upper case. */
  readonly method: string;
  readonly operation: Operation;
}

/** All operations by tag, in the order of the description. */
export function endpointsOf({ paths, tags }: Description): readonly Endpoint[] {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
  return tags.flatMap(({ name }) => all.filter(({ operation }) => operation.tags[0] === name));
}

/** Name of the component that a reference leads to. */
export const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
