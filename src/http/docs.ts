import type { ServerResponse } from 'node:http'
import { sendHtml } from './respond.ts'

export function openapiJson(publicUrl: string): string {
  return JSON.stringify({ publicUrl })
}

export function docsPage(res: ServerResponse): void {
  sendHtml(res, 200, '')
}

export function docsScript(res: ServerResponse, _path: string): void {
  sendHtml(res, 404, '')
}
