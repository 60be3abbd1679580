/** What is wrong with a value, as zod says it: where, and what belongs there. */
export type Fault = {
  path: PropertyKey[];
  message: string;
  code?: string | undefined;
  expected?: string | undefined;
};

/** Tells whether a value is a T, as every zod schema does. */
export type Check<T> = {
  safeParse: (
    value: unknown,
  ) => { success: true; data: T } | { success: false; data?: undefined; error: { issues: Fault[] } };
};

/** A schema of answers as plain JSON (decisions/console/first-load.md): the name of a type, or what a value consists of. */
export type Shape =
  | "string"
  | "number"
  | "boolean"
  | "null"
  | "undefined"
  /** A text that fits a pattern. */
  | { like: string; message: string }
  | { one: readonly unknown[] }
  /** An object with at least these fields. */
  | { fields: { readonly [name: string]: Shape } }
  | { list: Shape }
  | { values: Shape }
  /** Any of these; the first says what was expected. */
  | { any: readonly Shape[] };

/** The check of a shape; what it takes is handed on as it is, with fields it knows nothing of. */
export function checkOf<T>(shape: Shape): Check<T> {
  const faultOf = faultFinder(shape);
  return {
    safeParse: (value) => {
      const fault = faultOf(value);
      return fault ? { success: false, error: { issues: [fault] } } : { success: true, data: value as T };
    },
  };
}

type FaultFinder = (value: unknown) => Fault | null;

const typeOf = (value: unknown) =>
  value === null ? "null" : Array.isArray(value) ? "array" : Number.isNaN(value) ? "nan" : typeof value;
function faultFinder(shape: Shape): FaultFinder {
  if (typeof shape === "string") return (value) => (typeOf(value) === shape ? null : wrongType(shape));
  if ("like" in shape) {
    const pattern = new RegExp(shape.like);
    return (value) => {
      if (typeof value !== "string") return wrongType("string");
      return pattern.test(value) ? null : { path: [], message: shape.message };
    };
  }
  if ("one" in shape) {
    const message = `Invalid option: expected one of ${shape.one.map((one) => JSON.stringify(one)).join("|")}`;
    return (value) => (shape.one.includes(value) ? null : { path: [], message });
  }
  if ("any" in shape) {
    const [first, ...others] = shape.any.map(faultFinder);
    return (value) => {
      const fault = first?.(value) ?? null;
      return fault && others.some((other) => !other(value)) ? null : fault;
    };
  }
  if ("fields" in shape) {
    const fields = Object.entries(shape.fields).map(([name, field]) => [name, faultFinder(field)] as const);
    return (value) => {
      if (typeOf(value) !== "object") return wrongType("object");
      for (const [name, faultOf] of fields) {
        const fault = inside(name, faultOf((value as Record<string, unknown>)[name]));
        if (fault) return fault;
      }
      return null;
    };
  }
  return "list" in shape
    ? eachOf("array", faultFinder(shape.list))
    : eachOf("object", faultFinder(shape.values));
}

function eachOf(type: "array" | "object", faultOf: FaultFinder): FaultFinder {
  return (value) => {
    if (typeOf(value) !== type) return wrongType(type === "array" ? type : "record");
    for (const [name, one] of Object.entries(value as object)) {
      const fault = inside(type === "array" ? Number(name) : name, faultOf(one));
      if (fault) return fault;
    }
    return null;
  };
}

const wrongType = (expected: string): Fault => ({
  path: [],
  code: "invalid_type",
  expected,
  message: `Invalid input: expected ${expected}`,
});

const inside = (name: PropertyKey, fault: Fault | null): Fault | null =>
  fault && { ...fault, path: [name, ...fault.path] };
