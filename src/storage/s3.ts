/** Storage on S3 and what speaks its protocol: AWS, R2, MinIO, Swift. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { ObjectMissingError, type Storage, type Upload } from './storage.ts'

const sourceSeconds = 3600

export interface S3Settings {
  bucket: string
  region: string
  /** Of another vendor than AWS. */
  endpoint: string | undefined
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
  /** The bucket in the path instead of the host name. */
  forcePathStyle: boolean
}

/** Without keys in the settings, the SDK's own chain finds them (instance roles, profiles). The bucket must exist. */
export function createS3Storage(settings: S3Settings): Storage {
  const { bucket: Bucket, accessKeyId, secretAccessKey } = settings
  const client = new S3Client({
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    ...(settings.endpoint && { endpoint: settings.endpoint }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    // Other vendors refuse the checksums that the SDK adds by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  async function size(key: string): Promise<number | undefined> {
    const found = await orMissing(client.send(new HeadObjectCommand({ Bucket, Key: key })))
    return found?.ContentLength
  }

  async function partsOf({ key, uploadId }: Upload) {
    const parts: { partNumber: number; bytes: number; etag: string }[] = []
    let marker: string | undefined
    do {
      const page = await orMissing(
        client.send(
          new ListPartsCommand({ Bucket, Key: key, UploadId: uploadId, ...(marker && { PartNumberMarker: marker }) }),
        ),
      )
      if (!page) return undefined
      for (const part of page.Parts ?? []) {
        parts.push({ partNumber: part.PartNumber ?? 0, bytes: part.Size ?? 0, etag: part.ETag ?? '' })
      }
      marker = page.IsTruncated ? page.NextPartNumberMarker : undefined
    } while (marker)
    return parts
  }

  async function abortUploads(key: string): Promise<void> {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: key }))
    for (const { Key, UploadId } of page.Uploads ?? []) {
      if (Key === key) await orMissing(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })))
    }
  }

  return {
    async putFile(key, path, contentType) {
      const { size: ContentLength } = await stat(path)
      const Body = createReadStream(path)
      await client.send(new PutObjectCommand({ Bucket, Key: key, Body, ContentLength, ContentType: contentType }))
    },

    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const found = await orMissing(client.send(new GetObjectCommand({ Bucket, Key: key, ...(Range && { Range }) })))
      if (!found) throw new ObjectMissingError(key)
      return found.Body as Readable
    },

    size,

    async source(key) {
      const bytes = await size(key)
      if (bytes === undefined) throw new ObjectMissingError(key)
      const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: key }), { expiresIn: sourceSeconds })
      return { url, bytes }
    },

    async delete(key) {
      await orMissing(client.send(new DeleteObjectCommand({ Bucket, Key: key })))
      await abortUploads(key)
    },

    async startUpload(key) {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: key }))
      if (!UploadId) throw new Error('Storage began an upload without naming it.')
      return UploadId
    },

    async partUrl({ key, uploadId }, partNumber, bytes, expiresAt) {
      const command = new UploadPartCommand({
        Bucket,
        Key: key,
        UploadId: uploadId,
        PartNumber: partNumber,
        ContentLength: bytes,
      })
      const expiresIn = Math.max(1, Math.round((expiresAt.getTime() - Date.now()) / 1000))
      return getSignedUrl(client, command, { expiresIn, signableHeaders: new Set(['host', 'content-length']) })
    },

    async listParts(upload) {
      const parts = await partsOf(upload)
      return parts?.map(({ partNumber, bytes }) => ({ partNumber, bytes }))
    },

    async completeUpload(upload) {
      // First, since Swift still knows the upload afterwards and would make the object anew, of parts that came late.
      if ((await size(upload.key)) !== undefined) return
      const parts = await partsOf(upload)
      if (!parts) throw new ObjectMissingError(upload.key)
      const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }))
      try {
        const input = { Bucket, Key: upload.key, UploadId: upload.uploadId, MultipartUpload: { Parts } }
        await client.send(new CompleteMultipartUploadCommand(input))
      } catch (error) {
        if ((await size(upload.key)) === undefined) throw error
      }
    },
  }
}

/** Undefined instead of "there is no such object, upload or bucket entry". */
async function orMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    const missing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
    if (missing && error.name !== 'NoSuchBucket') return undefined
    throw error
  }
}
