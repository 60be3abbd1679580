import { Endpoint } from "#contract/endpoint.ts";
import { scannedList } from "./scanned-list.ts";

/** Every active endpoint, newest first (api.md, Endpoints). */
export const endpoints = scannedList({ path: "/endpoints", key: "endpoints", item: Endpoint });
