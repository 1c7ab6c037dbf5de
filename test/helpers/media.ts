/** Pictures, videos and the ways they get into the library. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { eventually } from './eventually.ts'
import type { Client } from './service.ts'

export const fixture = (name: string) => readFile(new URL(`../fixtures/media/${name}`, import.meta.url))

/** A picture of noise, so that it does not compress away. */
export function picture(format: 'jpeg' | 'png' | 'webp' | 'gif' = 'png', width = 64, height = 48): Promise<Buffer> {
  const background = { r: 200, g: 100, b: 50 }
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width, height, channels: 3, background, noise } })
    [format]()
    .toBuffer()
}

/** `POST /media` with a file in the field `file`. */
export async function upload(
  client: Client,
  url: string,
  projectId: string,
  content: Buffer | Blob,
  { name = 'file.bin', headers = {}, field = 'file' } = {},
) {
  const form = new FormData()
  form.set(field, content instanceof Blob ? content : new Blob([new Uint8Array(content)]), name)
  const response = await fetch(`${url}/v1/media?projectId=${projectId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, ...headers },
    body: form,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Uploads and returns the id. */
export async function addMedia(client: Client, url: string, projectId: string, content?: Buffer): Promise<string> {
  const { body } = await upload(client, url, projectId, content ?? (await picture()))
  if (!body.mediaId) throw new Error(`Not uploaded: ${JSON.stringify(body)}`)
  return body.mediaId
}

/** The item as `GET /media` lists it. */
export async function readItem(client: Client, mediaId: string) {
  const { body } = await client.call('GET', `/media?mediaId=${mediaId}`)
  return body.media[0]
}

export async function startSession(client: Client, projectId: string, fileSizeInBytes: number) {
  const { body } = await client.call('POST', '/media/upload-sessions', { projectId, fileSizeInBytes })
  return body as {
    uploadSessionId: string
    partSizeInBytes: number
    partCount: number
    parts: { partNumber: number; uploadUrl: string }[]
  }
}

/** Sends a part as `curl -T` does: PUT, no key, no content type. */
export async function sendPart(url: string, content: Buffer) {
  const response = await fetch(url, { method: 'PUT', body: new Uint8Array(content) })
  return { status: response.status, text: await response.text() }
}

export async function complete(client: Client, uploadSessionId: string) {
  return client.call('POST', `/media/upload-sessions/${uploadSessionId}/complete`)
}

/** Waits until processing has ended and returns the status. */
export function processed(client: Client, uploadSessionId: string, timeout = 20_000) {
  return eventually(
    async () => {
      const { body } = await client.call('GET', `/media/upload-sessions/${uploadSessionId}`)
      return ['READY', 'FAILED'].includes(body.status) && body
    },
    { timeout },
  )
}
