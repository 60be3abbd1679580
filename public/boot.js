(() => {
  const { dataset } = document.documentElement;
  let known;
  try {
    const theme = localStorage["gatehouse.theme"];
    if (/^(light|dark)$/.test(theme)) dataset.theme = theme;
    known = [sessionStorage, localStorage].some((kept) => kept["gatehouse.connection"]);
  } catch {}
  if (!known || location.pathname === "/connect") dataset.boot = "connect";
})();
