import type * as z from "zod/mini";
import type { IdKind } from "../common.ts";
import type { Issue } from "../error.ts";

/** A resource that a module names, and the request field that names it. */
export type ModuleRef = { kind: RefKind; id: string; path: Issue["path"] };

/** The kinds a module can name. */
export type RefKind = Extract<IdKind, "ipPolicy" | "certificateAuthority" | "tunnelGroupBackend">;

const REF_PATHS: Record<RefKind, string> = {
  ipPolicy: "/ip_policies",
  certificateAuthority: "/certificate_authorities",
  tunnelGroupBackend: "/backends/tunnel_group",
};

/** Where a named resource is, relative to the API's base (protocol-facts.md#module-paths). */
export function refPath(kind: RefKind, id: string): string {
  return `${REF_PATHS[kind]}/${encodeURIComponent(id)}`;
}

/** `ip_policy_ids` → refs of a request, at their places in the list. */
export function listRefs(kind: RefKind, field: string, ids: readonly string[]): ModuleRef[] {
  return ids.map((id, i) => ({ kind, id, path: [field, i] }));
}

/** What an answer holds beyond its request. Everything left out takes a plain default. */
export type AnswerContext = {
  /** Full uri of a resource that the module names; else its path. */
  uriOf?: (kind: RefKind, id: string) => string;
  /** The answer that this one replaces: what the service made itself stays. */
  previous?: object;
  /** Values that the service makes for this owner, by field: the service provider side of saml. */
  made?: object;
};

/** The Ref of a resource that a module names. */
export function refOf(kind: RefKind, id: string, { uriOf = refPath }: AnswerContext) {
  return { id, uri: uriOf(kind, id) };
}

/** A JSON object whose fields may be more than its contract knows. */
export type Fields = { [field: string]: unknown };

/** What the wire says of one module kind. */
export type ModuleContract<Request = unknown, Answer = unknown> = {
  /** Body of PUT, strict: unknown fields are refused. Checked after `mergeSecrets` has put kept secrets back. */
  request: z.ZodMiniType<Request>;
  /** Body of the answers, tolerant: unknown fields are kept. */
  answer: z.ZodMiniType<Answer>;
  /** The answer for an accepted request: defaults filled in, secrets left out (decisions/contract/secrets.md). */
  toAnswer: (request: Request, context?: AnswerContext) => Answer;
  /**
   * The request that would give this answer again: in the shape that was read, with its nulls and the fields nobody knows.
   * Only the null of a secret is left out: sent, it would clear what the service holds.
   */
  toRequest: (answer: Answer) => Fields;
  /** The resources that a request names, for a check that they exist. */
  refs: (request: Request) => ModuleRef[];
  /** A valid request, for examples and tests. */
  example: Request;
};

type Parts<Request, Answer> = Omit<ModuleContract<Request, Answer>, "toRequest" | "refs"> &
  Partial<Pick<ModuleContract<Request, Answer>, "toRequest" | "refs">>;

/** Makes a contract; request and answer have one shape and name no resource unless told. */
export function contract<Request, Answer extends Fields>(
  parts: Parts<Request, Answer>,
): ModuleContract<Request, Answer> {
  return { toRequest: (answer) => ({ ...answer }), refs: () => [], ...parts };
}

/** The fields of an object without those of `names` that are null or missing. Fields nobody knows stay, null too. */
export function withoutNull(fields: object, names: readonly string[]): Fields {
  const unset = new Set(names);
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => (value ?? null) !== null || !unset.has(name)),
  );
}
