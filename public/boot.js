// Runs before the first paint (CSP forbids inline scripts): the stored theme, and whether the static shell shows its navigation.
(function () {
  var root = document.documentElement;
  try {
    var theme = localStorage.getItem("gatehouse.theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch (_) {
    // Storage is off: the system decides.
  }
  if (location.pathname === "/connect") root.dataset.boot = "connect";
})();
