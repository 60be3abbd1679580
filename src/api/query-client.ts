import { QueryClient } from "@tanstack/react-query";

/** The one cache of the console. */
export const queryClient = new QueryClient();
