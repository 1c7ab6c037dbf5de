import { createHash } from 'node:crypto'
import type { Reply } from './http.ts'

/** Markup that is safe to send: made only by `html`. */
class Markup {
  readonly value: string
  constructor(value: string) {
    this.value = value
  }
}

type Piece = string | number | Markup | readonly Markup[]

/** Markup from a template; every interpolation is escaped unless it is Markup itself. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  const rendered = strings.map((text, index) => text + (index < pieces.length ? render(pieces[index] as Piece) : ''))
  return new Markup(rendered.join(''))
}

function render(piece: Piece): string {
  if (piece instanceof Markup) return piece.value
  if (typeof piece === 'object') return piece.map((part) => part.value).join('')
  return escapeHtml(String(piece))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string)
}

const css = `
:root { color-scheme: light dark; --line: #8885; --accent: #3457d5 }
* { box-sizing: border-box }
body { margin: 0; padding: 3rem 1rem; font: 16px/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText }
main { max-width: 30rem; margin: 0 auto; padding: 2rem; border: 1px solid var(--line); border-radius: 12px }
header { font-size: .875rem; opacity: .75 }
h1 { margin: .25rem 0 1rem; font-size: 1.375rem; line-height: 1.25; overflow-wrap: anywhere }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600 }
input, select { width: 100%; padding: .5rem .75rem; font: inherit; border: 1px solid #888; border-radius: 8px }
.hint { margin: .25rem 0 0; font-size: .875rem; opacity: .75 }
.buttons { display: flex; gap: .75rem; margin-top: 1.75rem }
button { flex: 1; padding: .625rem 1rem; font: inherit; font-weight: 600; border: 1px solid var(--accent);
  border-radius: 8px; background: none; color: inherit; cursor: pointer }
button[value=allow] { background: var(--accent); color: #fff }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.media img { max-width: 100%; max-height: 20rem; border-radius: 8px }
.text { margin: 0 0 1.5rem; font-size: 1.125rem; white-space: pre-wrap; overflow-wrap: anywhere }
footer { padding-top: 1rem; border-top: 1px solid var(--line); font-size: .875rem; opacity: .75 }
`

const cssHash = createHash('sha256').update(css).digest('base64')

/** A page without script. `formAction`: the CSP sources its form may lead to, none when left out; `images`: those its pictures come from. */
export function page(status: number, title: string, content: Markup, formAction = "'none'", images = "'none'"): Reply {
  const csp = [
    "default-src 'none'",
    `style-src 'sha256-${cssHash}'`,
    `img-src ${images}`,
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(css)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': csp,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body: document.value,
  }
}
