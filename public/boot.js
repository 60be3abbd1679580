// Runs before the first paint (CSP forbids inline scripts): the stored theme, and which static shell of index.html shows.
(function () {
  var root = document.documentElement;
  var known = false;
  try {
    var theme = localStorage.getItem("gatehouse.theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    var name = "gatehouse.connection";
    known = sessionStorage.getItem(name) !== null || localStorage.getItem(name) !== null;
  } catch {
    // Storage is off: the system decides, and nobody is connected.
  }
  if (!known || location.pathname === "/connect") root.dataset.boot = "connect";
})();
