/** A JSON Schema of the served document; `$ref` points into the same document. */
export type Schema = Readonly<Record<string, unknown>>;

/** A header field of an answer. */
export interface Header {
  readonly required?: boolean;
  readonly schema: Schema;
}

/** What an operation answers with a status. */
export interface DescribedAnswer {
  readonly headers?: Readonly<Record<string, Header | { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, DescribedAnswer>>;
}

/** The part of an OpenAPI document that these tests read. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
}

/** `http` with `bearer`, or a key in a header field of its own. */
export interface SecurityScheme {
  readonly type: string;
  readonly scheme?: string;
  readonly name?: string;
}

/** One operation and where it is. */
export interface Place {
  readonly route: string;
  /** In capitals. */
  readonly method: string;
  readonly operation: Operation;
}

/** The one route whose path is a parameter: every path that is an http or https address. */
export const TARGET = '/{url}';
/** The one route whose body is a file. */
export const FILE = '/v1/convert/file';
const ADDRESS = /^\/https?(?::\/{1,2}[^/]|%3a)/i;

export function placesOf({ paths }: Description): readonly Place[] {
  return Object.entries(paths).flatMap(([route, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      route,
      method: method.toUpperCase(),
      operation,
    })),
  );
}

/** The described route of a request's path, or null. */
export function routeOf({ paths }: Description, target: string): string | null {
  const path = target.split('?', 1)[0]!;
  if (ADDRESS.test(path)) return TARGET in paths ? TARGET : null;
  return path in paths ? path : null;
}

/** A schema with its own reference followed. */
export function resolved(description: Description, schema: Schema): Schema {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  const found = $ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((at, step) => (at as Schema)[step.replaceAll('~1', '/')], description);
  return resolved(description, found as Schema);
}

/** The schema of the JSON body that an operation takes, or null. */
export function bodySchema(description: Description, { requestBody }: Operation): Schema | null {
  const schema = requestBody?.content['application/json']?.schema;
  return schema === undefined ? null : resolved(description, schema);
}
