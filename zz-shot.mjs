import { chromium } from "playwright";
import { readFileSync } from "node:fs";
// node shot.mjs out path [path...]
const [,,out,base,dataDir,...paths]=process.argv;
const key=readFileSync(dataDir+"/admin.key","utf8").trim();
const browser=await chromium.launch({executablePath:"/usr/bin/chromium-headless-shell",args:["--no-sandbox","--disable-gpu","--disable-quic","--no-first-run","--disable-background-networking","--disable-component-update","--disable-sync"]});
const shots=[];
for (const path of paths) for (const [w,scheme] of [[1280,"light"],[1280,"dark"],[360,"light"],[360,"dark"]]) {
  const ctx=await browser.newContext({viewport:{width:w,height:w===360?800:800},colorScheme:scheme});
  await ctx.addInitScript(([b,k])=>sessionStorage.setItem("gatehouse.connection",JSON.stringify({baseUrl:b,key:k,versionHeader:"Service-Version"})),[base+"/api",key]);
  const page=await ctx.newPage(); await page.goto(base+path); await page.waitForTimeout(2500);
  shots.push({buf:await page.screenshot({fullPage:false}),w}); await ctx.close();
}
const p=await browser.newPage({viewport:{width:1640,height:1000}});
await p.setContent(`<body style="margin:0;background:#888;display:grid;grid-template-columns:640px 640px 180px 180px;gap:4px;align-items:start">${shots.map(s=>`<img style="width:${s.w===360?180:640}px" src="data:image/png;base64,${s.buf.toString("base64")}">`).join("")}</body>`);
await p.screenshot({path:out,fullPage:true}); await browser.close();
