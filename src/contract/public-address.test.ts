// Cause: the console took the URL of a webhook that the service never sends to. Law: what the console calls private, the service
// refuses; names that only DNS knows are left to the service.
import { expect, it } from "vitest";
import { isPrivateHost } from "./public-address.ts";

it.each([
  ["localhost", true],
  ["hooks.localhost", true],
  ["127.0.0.1", true],
  ["10.1.2.3", true],
  ["172.16.0.1", true],
  ["172.32.0.1", false],
  ["192.168.0.7", true],
  ["169.254.169.254", true],
  ["100.64.0.1", true],
  ["[::1]", true],
  ["[fd00::1]", true],
  ["[::ffff:10.0.0.1]", true],
  ["[2606:4700::1111]", false],
  ["1.1.1.1", false],
  ["hooks.example.com", false],
])("%s is private: %s", (host, isPrivate) => expect(isPrivateHost(host)).toBe(isPrivate));
