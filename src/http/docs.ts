/** The API's description: the OpenAPI document and the page that shows it. Neither needs a key or anything from elsewhere. */
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { ServiceError } from '../lib/service-error.ts'
import { errorReply, send, sendHtml } from './respond.ts'
import { openapiDocument } from './rest/openapi.ts'

const documents = new Map<string, string>()

/** The document as JSON, built once per address. */
export function openapiJson(publicUrl: string): string {
  const known = documents.get(publicUrl)
  if (known) return known
  const made = JSON.stringify(openapiDocument(publicUrl))
  documents.set(publicUrl, made)
  return made
}

// Relative addresses, so that the page also works behind a proxy that adds a prefix.
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The same description is at <a href="v1/openapi.json">v1/openapi.json</a>.</noscript>
<div id="reference"></div>
<script src="docs/reference.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`

const start = `Scalar.createApiReference('#reference', {
  url: 'v1/openapi.json',
  telemetry: false,
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'direct',
  orderSchemaPropertiesBy: 'preserve',
})
`

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
].join('; ')

/** `GET /docs`. */
export function docsPage(res: ServerResponse): void {
  sendHtml(res, 200, page, policy)
}

/** `GET /docs/...`: the page's two scripts. */
export async function docsScript(res: ServerResponse, path: string): Promise<void> {
  if (path === '/docs/start.js') return sendScript(res, Buffer.from(start))
  if (path !== '/docs/reference.js') {
    return send(res, errorReply(new ServiceError('NOT_FOUND', `There is nothing at ${path}.`)))
  }
  const { plain, packed } = await reference()
  const takesGzip = /\bgzip\b/.test(String(res.req.headers['accept-encoding']))
  sendScript(res, takesGzip ? packed : plain, takesGzip)
}

let loaded: Promise<{ plain: Buffer; packed: Buffer }> | undefined

function reference() {
  loaded ??= load()
  return loaded
}

async function load() {
  const plain = await readFile(fileURLToPath(import.meta.resolve('@scalar/api-reference/browser/standalone.js')))
  return { plain, packed: await promisify(gzip)(plain) }
}

function sendScript(res: ServerResponse, bytes: Buffer, packed = false): void {
  res.writeHead(200, {
    'content-type': 'text/javascript; charset=utf-8',
    'content-length': bytes.length,
    ...(packed && { 'content-encoding': 'gzip' }),
    vary: 'accept-encoding',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  })
  res.end(bytes)
}
