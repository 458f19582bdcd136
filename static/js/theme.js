// Runs before the first paint, so that a theme chosen earlier doesn't flash the other one.
try {
  const theme = localStorage.getItem("gradstep.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden: then the system's theme it is.
}
