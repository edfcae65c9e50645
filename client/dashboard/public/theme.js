// Before the first paint: the theme that was chosen here, where one was.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be forbidden; the system's theme holds then.
}
