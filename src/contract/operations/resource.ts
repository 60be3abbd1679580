import type * as z from "zod/mini";
import { PageQuery } from "../common.ts";
import type { ErrorName } from "../error.ts";
import { operation } from "./operation.ts";

/** What any operation on one object can be refused for. */
export const ITEM_ERRORS = ["idMalformed", "resourceUnknown"] as const satisfies readonly ErrorName[];

type Read<Path extends string, List, Answer, Query = typeof PageQuery> = {
  /** Before the verb in the operations’ ids: `ApiKeys`. */
  id: string;
  /** Of the list; an object’s is that and its id. */
  path: `/${Path}`;
  tag: string;
  list: List;
  /** Of the list. */
  query?: Query;
  answer: Answer;
};
type Errors = readonly ErrorName[];

/** List and get of a resource. */
export function readOperations<
  const Path extends string,
  List extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
  Query extends z.ZodMiniObject = typeof PageQuery,
>({
  id,
  path,
  tag,
  list,
  query,
  answer,
  summaries,
}: Read<Path, List, Answer, Query> & { summaries: Record<"list" | "get", string> }) {
  return {
    list: operation({
      id: `${id}List`,
      method: "GET",
      path,
      summary: summaries.list,
      tag,
      query: (query ?? PageQuery) as Query,
      status: 200,
      answer: list,
      errors: ["limitInvalid", "valueInvalid"],
    }),
    get: operation({
      id: `${id}Get`,
      method: "GET",
      path: `${path}/{id}` as const,
      summary: summaries.get,
      tag,
      status: 200,
      answer,
      errors: ITEM_ERRORS,
    }),
  } as const;
}

/** Create, list, get, update and delete of a resource; `errors` are those of its own. */
export function crudOperations<
  const Path extends string,
  List extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
  Create extends z.ZodMiniType,
  Update extends z.ZodMiniType,
>({
  create,
  update,
  errors = {},
  ...resource
}: Read<Path, List, Answer> & {
  create: Create;
  update: Update;
  summaries: Record<"create" | "list" | "get" | "update" | "remove", string>;
  errors?: { create?: Errors; update?: Errors; remove?: Errors };
}) {
  const { id, path, tag, answer, summaries } = resource;
  const item = `${path}/{id}` as const;
  return {
    create: operation({
      id: `${id}Create`,
      method: "POST",
      path,
      summary: summaries.create,
      tag,
      body: create,
      status: 201,
      answer,
      errors: errors.create ?? [],
    }),
    ...readOperations(resource),
    update: operation({
      id: `${id}Update`,
      method: "PATCH",
      path: item,
      summary: summaries.update,
      tag,
      body: update,
      status: 200,
      answer,
      errors: [...ITEM_ERRORS, ...(errors.update ?? [])],
    }),
    remove: operation({
      id: `${id}Delete`,
      method: "DELETE",
      path: item,
      summary: summaries.remove,
      tag,
      status: 204,
      errors: [...ITEM_ERRORS, ...(errors.remove ?? [])],
    }),
  } as const;
}
