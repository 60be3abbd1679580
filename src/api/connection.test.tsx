import { act, renderHook } from "@testing-library/react";
import * as fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  absoluteBase,
  forgetConnection,
  getConnection,
  getRemembered,
  rereadConnection,
  setConnection,
  useConnection,
} from "./connection.ts";
import { taken, takeSignInLink } from "./sign-in-link.ts";

const own = { baseUrl: "https://a.example/api", key: "gh2_secret", versionHeader: "Service-Version" };
const everything = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);

afterEach(() => {
  forgetConnection();
  rereadConnection();
});

describe("where the key is kept", () => {
  it("only in this tab, unless it is to be remembered", () => {
    setConnection(own, { remember: false });
    expect(Object.keys(localStorage)).toEqual([]);
    rereadConnection();
    expect(getConnection()).toEqual(own);
    sessionStorage.clear();
    rereadConnection();
    expect(getConnection()).toBeNull();
  });

  it("outlives the tab when remembered, and a later choice undoes that", () => {
    setConnection(own, { remember: true });
    sessionStorage.clear();
    rereadConnection();
    expect(getConnection()).toEqual(own);
    expect(getRemembered()).toEqual(own);
    setConnection({ ...own, key: "other" }, { remember: false });
    expect(getRemembered()).toBeNull();
  });

  it("is forgotten everywhere", () => {
    setConnection(own, { remember: true });
    forgetConnection();
    expect(getConnection()).toBeNull();
    expect(everything()).not.toContain("secret");
  });

  it("works without storage, and ignores what it can't read there", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    setConnection(own, { remember: true });
    expect(getConnection()).toEqual(own);
    vi.restoreAllMocks();
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (junk) => {
        sessionStorage.setItem("gatehouse.connection", junk);
        rereadConnection();
        expect(getConnection()).toBeNull();
      }),
    );
  });

  it("tells those who use it", () => {
    const { result } = renderHook(() => useConnection());
    expect(result.current).toBeNull();
    act(() => setConnection(own, { remember: false }));
    expect(result.current).toEqual(own);
  });
});

describe("absoluteBase", () => {
  it("resolves a path against the page and drops slashes at the end", () => {
    expect(absoluteBase("/api/", "https://h.example")).toBe("https://h.example/api");
    expect(absoluteBase("https://b.example", "https://h.example")).toBe("https://b.example");
  });
});

describe("the code of a sign-in link", () => {
  const open = (url: string) => window.history.replaceState({ idx: 3 }, "", url);

  it("is taken once and leaves no trace in the URL or the history", () => {
    open("/connect?next=%2Fkeys#code=c0de");
    takeSignInLink();
    expect(window.location.href).toMatch(/\/connect\?next=%2Fkeys$/);
    expect(window.history.state).toEqual({ idx: 3 });
    expect(taken).toEqual({ code: "c0de" });
    expect(everything()).not.toContain("c0de");
  });

  it.each([
    ["/sessions#code=x", undefined],
    ["/connect#other", undefined],
    ["/connect#code=", ""],
    ["/connect#key=gh2_a", null],
    ["/connect#key=%E0%A4%A", null],
  ])("%s gives %j, and no part of a key", (url, code) => {
    open(url);
    takeSignInLink();
    expect(window.location.hash).toBe(url.endsWith("other") ? "#other" : "");
    expect(taken.code).toBe(code);
  });
});
