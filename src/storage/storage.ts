/** Where the bytes of the media library are: the contract of every driver. Keys are ours, random and flat. */
import type { Readable } from 'node:stream'

/** An upload in parts. */
export interface Upload {
  /** Key of the object it becomes. */
  key: string
  /** The driver's own name of the upload, from `startUpload`. */
  uploadId: string
  /** Ours; part addresses of the local driver carry it. */
  sessionId: string
}

export interface StoredPart {
  /** From 1. */
  partNumber: number
  bytes: number
}

/** Bytes `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  start: number
  end: number
}

/** How another process of this machine reads an object at random: pieces of local files in order, or an address. */
export type ObjectSource = { files: { path: string; bytes: number }[] } | { url: string; bytes: number }

/** There is no object under the key. */
export class ObjectMissingError extends Error {
  constructor(key: string) {
    super(`There is no object ${key} in storage.`)
    this.name = 'ObjectMissingError'
  }
}

/** A part was sent that its upload does not expect: the upload is over, or the size is another. */
export class PartRefusedError extends Error {}

/** Errors that are not named here are the driver's own: storage is out of reach, full, or refuses us. */
export interface Storage {
  /** Stores a local file, whole or not at all; the file itself may be gone afterwards. */
  putFile(key: string, path: string, contentType: string): Promise<void>
  /** Streams an object or a range inside it. Throws ObjectMissingError before anything flows. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Length in bytes; undefined when there is no such object. */
  size(key: string): Promise<number | undefined>
  /** For readers in another process. An address in it lives an hour. Throws ObjectMissingError. */
  source(key: string): Promise<ObjectSource>
  /** Deletes the object and every unfinished upload of it; what is gone already is ignored. */
  delete(key: string): Promise<void>
  /** Begins an upload in parts and returns its `uploadId`. */
  startUpload(key: string): Promise<string>
  /**
   * An address that takes one part by PUT, without a key, until `expiresAt`. The same part may be sent again; the last
   * one that arrived whole counts.
   * @param bytes the exact length of the part
   */
  partUrl(upload: Upload, partNumber: number, bytes: number, expiresAt: Date): Promise<string>
  /**
   * The parts that arrived whole, in order, and that no power cut takes away any more; undefined when the upload is
   * unknown. A finished one may be either.
   */
  listParts(upload: Upload): Promise<StoredPart[] | undefined>
  /** Makes the object of the parts there are, at once; again is harmless. Throws when there is neither. */
  completeUpload(upload: Upload): Promise<void>
  /** Takes a part's bytes, where part addresses lead to us. Throws PartRefusedError. */
  acceptPart?(upload: Upload, partNumber: number, bytes: number, body: Readable): Promise<void>
}
