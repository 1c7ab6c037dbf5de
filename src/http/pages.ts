import { escapeHtml } from './respond.ts'

/** A small page with a heading and a sentence. */
export function messagePage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; color: #1c2430; background: #f4f6f8; margin: 0; }
main { max-width: 32rem; margin: 12vh auto; padding: 2rem; background: #fff; border: 1px solid #d8dee6; border-radius: 12px; }
h1 { font-size: 1.4rem; margin-top: 0; }
</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main></body>
</html>
`
}

/** The picture of accounts whose platform gives none. */
export const accountPicture = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96"><rect width="96" height="96" rx="48" fill="#d8dee6"/><circle cx="48" cy="38" r="16" fill="#8a97a8"/><path d="M16 84a32 26 0 0 1 64 0z" fill="#8a97a8"/></svg>`
