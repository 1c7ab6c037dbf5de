/** The media library's jobs: what they carry, apart from the work. */

/** An upload session whose file is to be inspected. The row stays the truth. */
export interface ProcessUploadJob {
  uploadSessionId: string
}

/** A post whose media go once all its deliveries are published. */
export interface ReleaseMediaJob {
  postId: string
}
