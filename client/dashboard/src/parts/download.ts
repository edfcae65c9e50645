/** Saves text as a file. */
export function download(name: string, text: string, type: 'csv' | 'json' = 'csv'): void {
  const { media, begin } = TYPES[type];
  const url = URL.createObjectURL(new Blob([begin, text], { type: media }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

const TYPES = {
  // The byte order mark tells spreadsheets that the file is UTF-8.
  csv: { media: 'text/csv;charset=utf-8', begin: '\ufeff' },
  json: { media: 'application/json', begin: '' },
} as const;
