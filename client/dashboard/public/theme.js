// Applies the theme that the user chose in this browser, if any, before the first paint.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // If the browser forbids storage, the system's theme applies.
}
