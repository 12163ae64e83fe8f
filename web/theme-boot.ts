// Runs before the first paint, so that a chosen theme appears without a flash of the other one.
try {
  const chosen = localStorage.getItem('signpost.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Without storage, the theme follows the system.
}
