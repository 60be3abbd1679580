import type * as z from "zod/mini";
import type { IdKind } from "../common.ts";
import type { ErrorName, Issue } from "../error.ts";
import { UNREADABLE } from "./unreadable.ts";

/** The headings under which kinds are offered when one is added, in this order. */
export const MODULE_GROUPS = ["Access", "Security", "Traffic", "Headers", "Routing"] as const;
type ModuleGroup = (typeof MODULE_GROUPS)[number];

/** What has modules: a route, or an edge of one of three kinds. */
export type ModuleOwner = "route" | "httpsEdge" | "tlsEdge" | "tcpEdge";

/** A resource that a module names, and the request field that names it. */
export type ModuleRef = { kind: RefKind; id: string; path: Issue["path"] };

/** The kinds a module can name. */
export type RefKind = Extract<IdKind, "ipPolicy" | "certificateAuthority" | "tunnelGroupBackend">;

/** Each kind that a module can name: where it is below the API's base (protocol-facts.md#module-paths), and what is said where it is not. */
export const REF_KINDS = {
  ipPolicy: { path: "/ip_policies", noun: "IP policy", unknown: "ipPolicyUnknown" },
  certificateAuthority: {
    path: "/certificate_authorities",
    noun: "certificate authority",
    unknown: "authorityUnknown",
  },
  tunnelGroupBackend: {
    path: "/backends/tunnel_group",
    noun: "backend",
    unknown: "backendUnknown",
  },
} as const satisfies Record<RefKind, { path: string; noun: string; unknown: ErrorName }>;

/** Where a named resource is, relative to the API's base. */
export function refPath(kind: RefKind, id: string): string {
  return `${REF_KINDS[kind].path}/${encodeURIComponent(id)}`;
}

/** The resources that a module names: ids in a field of the request, Refs in a field of the answer; one, or a list. */
type NamedResource = { resource: RefKind; field: string; answer: string };

/** A write-only field (decisions/contract/secrets.md). */
export type SecretField = {
  /** Where it is; `*` stands for any member. */
  path: readonly string[];
  /** The fields beside it that say what it belongs to: it is kept while these are the same texts. */
  of: readonly string[];
  /** Their texts are the same in any case. */
  anyCase?: true;
  /** There is none where a field of `of` is not set. */
  optional?: true;
  /** There is none where the first field of `of` is this, in any case. */
  noneFor?: string;
};

/**
 * What only makes sense as one, so that of two people's changes one is kept whole: `fields` of the object at `at` (`*` stands
 * for any member); without `fields`, an object that holds one of several members.
 */
export type Together = { at: readonly string[]; fields?: readonly string[] };

/** What the wire says of one module kind beside its schemas: JSON, which a browser has without them (kinds.ts). */
export type KindFacts<Kind extends string = string, Owner extends ModuleOwner = ModuleOwner> = {
  /** Wire name: a field of its owners and the last part of its path. */
  kind: Kind;
  /** What tells it from another of the same wire name; its schemas in the OpenAPI document are called so. */
  name: string;
  owners: readonly [Owner, ...Owner[]];
  /** "Circuit breaker", and one line on what it is for. */
  title: string;
  purpose: string;
  /** Where it is offered when one is added. */
  group: ModuleGroup;
  /**
   * login: lets people in; one route of an edge has at most one that is on (protocol-facts.md#login-modules, 7079 and 7155). guard: keeps
   * somebody out in another way. shape: changes or leads on what was let in. transport: says how TLS is handled, and does
   * nothing to requests.
   */
  role: "login" | "guard" | "shape" | "transport";
  /** Needs what TLS hides, so TLS can't end upstream while it is on (protocol-facts.md#tls-termination). */
  readsTraffic: boolean;
  /** The edge has no code for it yet: where it is on, nobody gets in (decisions/edge/fail-closed.md). */
  unapplied?: true;
  /** Another name it answers at (decisions/contract/one-or-list.md). */
  alias?: string;
  names?: NamedResource;
  secrets: readonly SecretField[];
  /** Fields that exclude or need each other, beside secrets with what they belong to. */
  together?: readonly Together[];
  /** It does nothing while all of these fields are empty. */
  contents: readonly string[];
  /** What its PUT is refused for besides what follows from the rest. */
  errors: readonly ErrorName[];
};

/** What an answer holds beyond its request. Everything left out takes a plain default. */
type AnswerContext = {
  /** Full uri of a resource that the module names; else its path. */
  uriOf?: (kind: RefKind, id: string) => string;
  /** The answer that this one replaces: what the service made itself stays. */
  previous?: object;
  /** Values that the service makes for this owner, by field: the service provider side of saml. */
  made?: object;
};

/** A JSON object whose fields may be more than its contract knows. */
export type Fields = { [field: string]: unknown };

/** What the wire says of one module kind. */
export type ModuleContract<
  Kind extends string = string,
  Owner extends ModuleOwner = ModuleOwner,
  Request = unknown,
  Answer = unknown,
> = KindFacts<Kind, Owner> & {
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

type Required = "kind" | "owners" | "title" | "purpose" | "group" | "role" | "readsTraffic";
type Parts<Kind extends string, Owner extends ModuleOwner, Request, Answer> = Pick<
  KindFacts<Kind, Owner>,
  Required
> &
  Partial<Omit<KindFacts, Required>> & {
    request: z.ZodMiniType<Request>;
    answer: z.ZodMiniType<Answer>;
    /** Without `enabled`. The request itself, with Refs for the ids it names, unless told. */
    toAnswer?: (request: Request, context: AnswerContext) => Omit<NoInfer<Answer>, "enabled">;
    /** The answer itself, with ids for the Refs it shows and without the nulls of secrets, unless told. */
    toRequest?: (answer: NoInfer<Answer>) => Fields;
    example: NoInfer<Request>;
  };

/** `enabled` comes first in every answer. */
const FIRST = { enabled: true };

/** Makes the contract of a kind. Its line in contracts.ts is all that makes it known to console, service and tests. */
export function contract<
  const Kind extends string,
  const Owner extends ModuleOwner,
  Request extends { enabled?: boolean | undefined },
  Answer extends Fields,
>(parts: Parts<Kind, Owner, Request, Answer>): ModuleContract<Kind, Owner, Request, Answer> {
  const { names, secrets = [] } = parts;
  const toAnswer = parts.toAnswer ?? ((request, context) => withRefs(request, names, context) as Answer);
  const toRequest = parts.toRequest ?? ((answer) => withoutNullSecrets(withIds(answer, names), secrets));
  return {
    name: parts.kind,
    contents: [],
    errors: [],
    ...parts,
    secrets,
    toRequest: (answer) => {
      const { [UNREADABLE]: _, ...request } = toRequest(answer);
      return request;
    },
    toAnswer: (request, context = {}) => {
      const enabled = request.enabled ?? true;
      return { ...FIRST, ...toAnswer(request, context), enabled } as unknown as Answer;
    },
    refs: (request) => (names ? refsOf(request, names) : []),
  };
}

/** A request's ids and where they stand. */
function refsOf(request: object, { resource, field }: NamedResource): ModuleRef[] {
  const named = (request as Fields)[field] as string | string[];
  return typeof named === "string"
    ? [{ kind: resource, id: named, path: [field] }]
    : named.map((id, i) => ({ kind: resource, id, path: [field, i] }));
}

function withRefs(request: object, names: NamedResource | undefined, context: AnswerContext): Fields {
  if (!names) return { ...request };
  const { [names.field]: ids, ...rest } = request as Fields;
  const { uriOf = refPath } = context;
  const refs = refsOf(request, names).map(({ kind, id }) => ({ id, uri: uriOf(kind, id) }));
  return { ...rest, [names.answer]: Array.isArray(ids) ? refs : refs[0] };
}

/** A list that is not there reads as an empty one, a single Ref that is not there as none. */
function withIds(answer: Fields, names: NamedResource | undefined): Fields {
  if (!names) return { ...answer };
  const { [names.answer]: shown, ...rest } = answer;
  const idOf = (ref: unknown) => (ref as { id: string }).id;
  if (names.field.endsWith("_ids")) {
    return { ...rest, [names.field]: Array.isArray(shown) ? shown.map(idOf) : [] };
  }
  return shown ? { ...rest, [names.field]: idOf(shown) } : rest;
}

function withoutNullSecrets(value: Fields, secrets: readonly SecretField[]): Fields {
  return secrets.reduce((fields, { path }) => withoutNull(fields, path), value);
}

/** The fields of an object without one that is null or missing. Fields nobody knows stay, null too. */
export function withoutNull(fields: Fields, [name = "", ...rest]: readonly string[]): Fields {
  const isObject = (value: unknown): value is Fields =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  const entries = Object.entries(fields).flatMap(([field, value]): [string, unknown][] => {
    if (name !== "*" && field !== name) return [[field, value]];
    if (rest.length > 0) return [[field, isObject(value) ? withoutNull(value, rest) : value]];
    return (value ?? null) === null ? [] : [[field, value]];
  });
  return Object.fromEntries(entries);
}
