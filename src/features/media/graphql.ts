/** The media library: items, uploads in one request and in parts. */

import { tenantWhere } from '../../context.ts'
import { builder, fullOnly } from '../../graphql/builder.ts'
import { closePage, openPage } from '../../graphql/pagination.ts'
import { isId } from '../../lib/ids.ts'
import { validationFailed } from '../../lib/service-error.ts'
import { completeUploadSession } from './complete-upload-session.ts'
import { createUploadSession, type UploadSession as UploadSessionShape } from './create-upload-session.ts'
import { deleteMedia } from './delete-media.ts'
import { mediaUrl, thumbnailUrl } from './media-address.ts'
import { uploadMedia } from './upload-media.ts'
import { findSession, type SessionRow } from './upload-session.ts'

export const MediaType = builder.enumType('MediaType', { values: ['IMAGE', 'VIDEO'] as const })

const Media = builder.prismaObject('Media', {
  description: 'An item of the media library.',
  fields: (t) => ({
    id: t.exposeID('id'),
    projectId: t.exposeID('projectId'),
    mediaType: t.field({
      type: MediaType,
      select: { mediaType: true },
      resolve: (media) => media.mediaType as 'IMAGE' | 'VIDEO',
    }),
    url: t.string({
      description: 'Public and unguessable: platforms fetch it without a key.',
      select: { token: true },
      resolve: (media, _args, ctx) => mediaUrl(ctx, media.token),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    project: t.relation('project', fullOnly),
    thumbnailUrl: t.string({
      ...fullOnly,
      description: 'A picture of at most 480 pixels.',
      select: { token: true },
      resolve: (media, _args, ctx) => thumbnailUrl(ctx, media.token),
    }),
    contentType: t.exposeString('contentType', fullOnly),
    bytes: t.field({ type: 'Int64', ...fullOnly, select: { bytes: true }, resolve: (media) => Number(media.bytes) }),
    width: t.exposeInt('width', { ...fullOnly, description: 'Pixels as shown, after orientation.' }),
    height: t.exposeInt('height', fullOnly),
    animated: t.exposeBoolean('animated', fullOnly),
    durationSeconds: t.exposeFloat('durationSeconds', { nullable: true, ...fullOnly }),
    frameRate: t.exposeFloat('frameRate', { nullable: true, ...fullOnly, description: 'Average, per second.' }),
    videoCodec: t.exposeString('videoCodec', { nullable: true, ...fullOnly }),
    audioCodec: t.exposeString('audioCodec', { nullable: true, ...fullOnly }),
  }),
})

type MediaRow = typeof Media.$inferType

const MediaPage = builder.objectRef<{ rows: MediaRow[]; nextCursor: string | null }>('MediaPage').implement({
  fields: (t) => ({
    media: t.field({ type: [Media], complexity: { field: 1, multiplier: 1 }, resolve: (page) => page.rows }),
    nextCursor: t.exposeString('nextCursor', { nullable: true, description: 'Absent on the last page.' }),
  }),
})

builder.queryField('media', (t) =>
  t.field({
    type: MediaPage,
    description: 'Items of the media library, newest first.',
    args: {
      projectId: t.arg.id({}),
      mediaId: t.arg.idList({}),
      limit: t.arg.int({ required: true, defaultValue: 50, description: '1 to 100.' }),
      cursor: t.arg.string({ description: '`nextCursor` of the previous page.' }),
    },
    complexity: ({ limit }) => ({ field: 1, multiplier: Math.min(Math.max(limit, 1), 100) }),
    resolve: async (_root, args, ctx) => {
      const { limit, before } = openPage(ctx, 'media', args)
      const rows = await ctx.db.prisma.media.findMany({
        where: {
          AND: [
            tenantWhere(ctx.actor),
            { deletedAt: null },
            args.projectId == null ? {} : { projectId: { in: [args.projectId].filter(isId) } },
            args.mediaId == null ? {} : { id: { in: args.mediaId.filter(isId) } },
            before ? { id: { lt: before } } : {},
          ],
        },
        orderBy: { id: 'desc' },
        take: limit + 1,
      })
      return closePage(ctx, 'media', rows, limit)
    },
  }),
)

builder.mutationField('deleteMedia', (t) =>
  t.id({
    description: 'Deletes a media item at once. Posts keep their reference to it. Returns its id.',
    args: { mediaId: t.arg.id({ required: true }) },
    resolve: async (_root, { mediaId }, ctx) => {
      await deleteMedia(ctx, { mediaId })
      return mediaId
    },
  }),
)

const UploadedMedia = builder.objectRef<{ mediaId: string }>('UploadedMedia').implement({
  fields: (t) => ({ mediaId: t.exposeID('mediaId') }),
})

builder.mutationField('uploadMedia', (t) =>
  t.field({
    type: UploadedMedia,
    description:
      'Adds a file of up to 100 MB, sent by the GraphQL multipart request specification. Larger ones go by upload session.',
    args: { projectId: t.arg.id({ required: true }), file: t.arg({ type: 'File', required: true }) },
    resolve: (_root, { projectId, file }, ctx) => {
      const spooled = ctx.uploads?.get(file)
      const message = 'file must be a file of a multipart request, used once.'
      if (!spooled) throw validationFailed([{ path: 'file', message }])
      ctx.uploads?.delete(file)
      return uploadMedia(ctx, { projectId, file: spooled })
    },
  }),
)

const UploadSessionPart = builder.objectRef<UploadSessionShape['parts'][number]>('UploadSessionPart').implement({
  fields: (t) => ({
    partNumber: t.exposeInt('partNumber'),
    uploadUrl: t.exposeString('uploadUrl', { description: 'Takes the part by PUT, without a key.' }),
  }),
})

const UploadSession = builder.objectRef<UploadSessionShape>('UploadSession').implement({
  description: 'Where to send the parts of a file.',
  fields: (t) => ({
    uploadSessionId: t.exposeID('uploadSessionId'),
    partSizeInBytes: t.exposeInt('partSizeInBytes', { description: 'Length of every part but the last.' }),
    partCount: t.exposeInt('partCount'),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    parts: t.expose('parts', { type: [UploadSessionPart], complexity: { field: 1, multiplier: 1 } }),
  }),
})

const UploadStatus = builder.enumType('UploadStatus', {
  description: 'INITIATED: parts are expected. UPLOADED: completed, being checked. READY: the media item is there.',
  values: ['INITIATED', 'UPLOADED', 'READY', 'FAILED', 'ABORTED'] as const,
})

const UploadFailureCode = builder.enumType('UploadFailureCode', {
  values: ['UNSUPPORTED_MEDIA_TYPE', 'CORRUPT_MEDIA', 'STORAGE_ERROR'] as const,
})

const UploadSessionStatus = builder.objectRef<SessionRow>('UploadSessionStatus').implement({
  fields: (t) => ({
    uploadSessionId: t.exposeID('id'),
    status: t.expose('status', { type: UploadStatus }),
    mediaId: t.exposeID('mediaId', { nullable: true, description: 'With READY.' }),
    failureCode: t.expose('failureCode', { type: UploadFailureCode, nullable: true, description: 'With FAILED.' }),
    failureMessage: t.exposeString('failureMessage', { nullable: true }),
    media: t.prismaField({
      type: 'Media',
      nullable: true,
      ...fullOnly,
      resolve: (query, session, _args, ctx) =>
        session.mediaId === null
          ? null
          : ctx.db.prisma.media.findFirst({ ...query, where: { id: session.mediaId, deletedAt: null } }),
    }),
  }),
})

builder.queryField('uploadSession', (t) =>
  t.field({
    type: UploadSessionStatus,
    description: 'How far an upload is.',
    args: { uploadSessionId: t.arg.id({ required: true }) },
    resolve: (_root, { uploadSessionId }, ctx) => findSession(ctx, uploadSessionId),
  }),
)

const CreateUploadSessionInput = builder.inputType('CreateUploadSessionInput', {
  fields: (t) => ({
    projectId: t.id({ required: true }),
    fileSizeInBytes: t.field({ type: 'Int64', required: true, description: '1 to 5368709120 (5 GB).' }),
  }),
})

builder.mutationField('createUploadSession', (t) =>
  t.field({
    type: UploadSession,
    description: 'Starts an upload in parts; it lives 24 hours.',
    args: { input: t.arg({ type: CreateUploadSessionInput, required: true }) },
    resolve: (_root, { input }, ctx) => createUploadSession(ctx, input),
  }),
)

builder.mutationField('completeUploadSession', (t) =>
  t.field({
    type: UploadSessionStatus,
    description: 'Finishes an upload whose parts are all there. Again is harmless.',
    args: { uploadSessionId: t.arg.id({ required: true }) },
    resolve: (_root, args, ctx) => completeUploadSession(ctx, args),
  }),
)
