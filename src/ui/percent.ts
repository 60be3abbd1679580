/** A share in percent with as many digits as it needs: 12 %, 0.4 %, under 0.1 %. */
export function percent(share: number): string {
  if (share > 0 && share < 0.001) return "under 0.1 %";
  const digits = share > 0 && share < 0.0995 ? 1 : 0;
  const shown = (100 * share).toFixed(digits).replace(/\.0$/, "");
  return `${shown === "100" && share < 1 ? "99" : shown} %`;
}
