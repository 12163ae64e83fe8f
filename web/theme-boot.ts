// Runs before the first paint, so that nobody who chose a theme sees a flash of the other one.
try {
  const chosen = localStorage.getItem('signpost.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // A browser that keeps nothing shows the theme of the system.
}
