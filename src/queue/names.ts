/** The queues there are, apart from the work, so that whoever sends or deletes a job need not import it. */
export const queueNames = {
  /** Alarm clocks of deliveries. */
  deliver: 'deliver',
  /** Uploaded files to inspect. */
  processUpload: 'process-upload',
  /** Posts whose media may go once they are published everywhere. */
  releaseMedia: 'release-media',
  /** Objects in storage that nobody needs any more. */
  collectGarbage: 'collect-garbage',
  /** Every minute, the look for posts whose metrics are due. */
  collectAnalytics: 'collect-analytics',
  /** Hourly removal of what expired. */
  cleanUp: 'clean-up',
} as const
