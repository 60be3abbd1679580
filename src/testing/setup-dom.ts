import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";
import * as z from "zod/mini";

z.config({ jitless: true });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);
