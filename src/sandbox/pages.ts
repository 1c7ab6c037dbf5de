import { behaviours } from './behaviours.ts'
import { html, page } from './html.ts'
import type { Reply } from './http.ts'
import type { PostRow } from './post-tables.ts'

/** The most accounts a user may share at once. */
export const maxAccounts = 5

/** What a sandbox user may be called; also in the form's `pattern`. */
export const usernamePattern = '[A-Za-z0-9._\\-]{1,40}'

const scopeTexts: Record<string, string> = {
  'accounts.read': 'See your account names',
  'posts.write': 'Publish posts and read them',
}

/** The consent form. `hidden` travels with it and is checked again when it returns; `action` is the form's path. */
export function consentPage(input: {
  action: string
  clientId: string
  scopes: string[]
  hidden: Record<string, string>
}): Reply {
  const counts = Array.from({ length: maxAccounts }, (_, index) => html`<option>${index + 1}</option>`)
  const choices = Object.entries(behaviours).map(([name, text]) => html`<option value="${name}">${text}</option>\n`)
  const content = html`<header>Sandbox</header>
<h1>${input.clientId} asks for access to your accounts</h1>
<p>It will be able to:</p>
<ul>${input.scopes.map((scope) => html`<li>${scopeTexts[scope] ?? scope}</li>`)}</ul>
<form method="post" action="${input.action}">
${Object.entries(input.hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}
<label for="username">Username</label>
<input id="username" name="username" value="sandbox" required maxlength="40" pattern="${usernamePattern}"
  autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="username-hint">
<p class="hint" id="username-hint">The same username gives the same accounts again. Letters, digits, dot, dash, underscore.</p>
<label for="accounts">Number of accounts</label>
<select id="accounts" name="accounts">${counts}</select>
<label for="behaviour">Behaviour</label>
<select id="behaviour" name="behaviour" aria-describedby="behaviour-hint">
${choices}</select>
<p class="hint" id="behaviour-hint">How publishing to these accounts goes. It becomes part of their names, such as sandbox-slow-1.</p>
<div class="buttons">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>`
  // Browsers hold a form's whole redirect chain to form-action, and the callback sends on to addresses unknown here.
  return page(200, 'Allow access? - Sandbox', content, "'self' http: https:")
}

/** A page that says what went wrong. */
export function errorPage(status: number, message: string): Reply {
  const title = status === 404 ? 'Not found' : 'This does not work'
  return page(status, `${title} - Sandbox`, html`<header>Sandbox</header>\n<h1>${title}</h1>\n<p>${message}</p>`)
}

/** A published post as anyone may see it, its comments below; its time in UTC. */
export function postPage(post: PostRow, comments: string[]): Reply {
  const iso = post.publishedAt.toISOString()
  const shown = `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
  const media = post.media.map(
    ({ url, thumbnailUrl }) => html`<a href="${url}"><img src="${thumbnailUrl}" alt=""></a>\n`,
  )
  const content = html`<article>
<header>Sandbox</header>
<h1>${post.username}</h1>
<p class="text">${post.text}</p>
<p class="media">${media}</p>
<footer>Published <time datetime="${iso}">${shown}</time></footer>
</article>
${comments.map((comment) => html`<article class="comment"><p class="text">${comment}</p></article>\n`)}`
  return page(200, `${post.username} - Sandbox`, content, "'none'", imageOrigins(post))
}

/** An account's posts as anyone may see them, newest first. `postUrl` gives a post's address. */
export function accountPage(id: string, posts: PostRow[], postUrl: (id: string) => string): Reply {
  const items = posts.map(
    (post) =>
      html`<article><p class="text"><a href="${postUrl(post.id)}">${post.text || 'No text'}</a></p></article>\n`,
  )
  const content = html`<header>Sandbox</header>\n<h1>${id}</h1>\n${posts.length > 0 ? items : html`<p>No posts yet.</p>`}`
  return page(200, `${id} - Sandbox`, content)
}

function imageOrigins(post: PostRow): string {
  return [...new Set(post.media.map(({ thumbnailUrl }) => new URL(thumbnailUrl).origin))].join(' ')
}
