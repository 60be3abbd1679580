import { cookiesOf } from "#edge/modules/login/cookies.ts";
import { EDGE, type ModuleEdge } from "./module-edge.ts";

let count = 0;

/** For tests: a visitor who keeps cookies, as a browser does; those of the edge apart from those of a provider. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** By which its requests are known. */
  readonly name = `Browser/${(count += 1)}`;
  /** Requests that it sent to the edge. */
  asked = 0;
  private readonly elsewhere = new Map<string, string>();
  private readonly edge: ModuleEdge;

  constructor(edge: ModuleEdge) {
    this.edge = edge;
  }

  async get(
    path: string,
    { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
  ) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent = {
      host: EDGE,
      "user-agent": this.name,
      accept: "text/html",
      ...(cookie && { cookie }),
      ...headers,
    };
    this.asked += 1;
    const answer = await this.edge.call(path, { method, headers: sent });
    keep(this.cookies, answer.headers["set-cookie"] ?? []);
    return answer;
  }

  /** Goes where the provider sends it, until that leads back to the edge: the path there. */
  async atProvider(address: string): Promise<string> {
    let url = new URL(address);
    for (let hops = 0; url.host !== EDGE; hops += 1) {
      if (hops > 12) throw new Error(`Sent around without end: ${url.href}`);
      const cookie = [...this.elsewhere].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await fetch(url, { redirect: "manual", headers: { cookie, accept: "text/html" } });
      keep(this.elsewhere, answer.headers.getSetCookie());
      const location = answer.headers.get("location");
      if (location === null) throw new Error(`${url.href} answered ${answer.status} ${await answer.text()}`);
      url = new URL(location, url);
    }
    return url.pathname + url.search;
  }

  /** Opens a page behind a login, and signs in: the path that comes back from the provider. */
  async begin(path = "/v1/x"): Promise<string> {
    const { status, headers } = await this.get(path);
    if (status !== 302) throw new Error(`${path} answered ${status}`);
    return this.atProvider(String(headers.location));
  }

  /** All of it: what the edge answers to who comes back. */
  async signIn(path = "/v1/x") {
    return this.get(await this.begin(path));
  }
}

function keep(jar: Map<string, string>, set: readonly string[]): void {
  for (const line of set) {
    const [[name, value] = []] = cookiesOf(line);
    if (name === undefined || value === undefined) continue;
    if (/; Max-Age=0(;|$)|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
}
