/** The contract's operations, records and enumerations by name. Every answer in these tests is held against the document. */
import { describe, expect, test } from 'vitest'
import { openapiDocument } from '../../src/http/rest/openapi.ts'

const document = openapiDocument('http://127.0.0.1:3000')
// biome-ignore lint/suspicious/noExplicitAny: tests look deep into the document
const schemas = document.components.schemas as Record<string, any>
// biome-ignore lint/suspicious/noExplicitAny: tests look deep into the document
const paths = document.paths as Record<string, any>

const createCodes =
  'INVALID_SOCIAL_ACCOUNT_ID SOCIAL_ACCOUNT_NOT_CONNECTED SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT DUPLICATE_SOCIAL_ACCOUNT_ID INVALID_MEDIA_ID INVALID_PLATFORM_SPECIFIC_DATA VALIDATION_FAILED'
const page = 'limit cursor'

/** Operation, status of success, its schema (`[]` for an array), other statuses with their codes, query parameters. */
const operations: [string, number, string, Record<number, string>, string?][] = [
  ['POST /posts', 201, 'Post', { 422: createCodes }],
  ['POST /posts/validate', 200, 'ValidatePostResponse', {}],
  ['GET /posts/{postId}', 200, 'Post', { 404: 'POST_NOT_FOUND' }],
  ['DELETE /posts/{postId}', 204, '', { 404: 'POST_NOT_FOUND', 409: 'POST_NOT_DELETABLE' }],
  [
    'GET /social-account-posts',
    200,
    'SocialAccountPostPage',
    {},
    `projectId socialAccountId postId platform deliveryStatus ${page}`,
  ],
  ['DELETE /social-account-posts/{socialAccountPostId}', 204, '', { 404: 'SOCIAL_ACCOUNT_POST_NOT_FOUND' }],
  ['POST /posts/create', 200, 'CreatePostsResponse', {}],
  ['POST /projects', 201, 'Project', {}],
  ['GET /projects', 200, 'Project[]', {}],
  ['DELETE /projects/{projectId}', 204, '', { 404: 'PROJECT_NOT_FOUND' }],
  [
    'POST /social-accounts/authorization-url',
    200,
    'AuthorizationUrl',
    { 404: 'PROJECT_NOT_FOUND', 422: 'OAUTH_CLIENT_UNAVAILABLE SOCIAL_ACCOUNT_LIMIT_REACHED' },
  ],
  ['GET /social-accounts', 200, 'SocialAccount[]', {}, 'projectId'],
  ['DELETE /social-accounts/{socialAccountId}', 204, '', { 404: 'SOCIAL_ACCOUNT_NOT_FOUND' }],
  [
    'GET /social-accounts/{socialAccountId}/platform-inputs',
    200,
    'SocialAccountPlatformInputs',
    { 404: 'SOCIAL_ACCOUNT_NOT_FOUND' },
  ],
  ['GET /media', 200, 'MediaPage', {}, `projectId mediaId ${page}`],
  ['POST /media', 200, 'UploadedMedia', { 413: 'PAYLOAD_TOO_LARGE' }, 'projectId'],
  ['DELETE /media/{mediaId}', 204, '', { 404: 'MEDIA_NOT_FOUND' }],
  ['POST /media/upload-sessions', 200, 'UploadSession', { 404: 'PROJECT_NOT_FOUND' }],
  ['GET /media/upload-sessions/{uploadSessionId}', 200, 'UploadSessionStatus', { 404: 'UPLOAD_SESSION_NOT_FOUND' }],
  [
    'POST /media/upload-sessions/{uploadSessionId}/complete',
    200,
    'UploadSessionStatus',
    { 404: 'UPLOAD_SESSION_NOT_FOUND', 422: 'UPLOAD_INCOMPLETE' },
  ],
  ['POST /webhooks', 201, 'WebhookEndpoint', { 422: 'VALIDATION_FAILED' }],
  ['GET /webhooks', 200, 'WebhookEndpoint[]', {}],
  ['DELETE /webhooks/{webhookId}', 204, '', { 404: 'WEBHOOK_NOT_FOUND' }],
  ['GET /health', 200, 'Health', {}],
]

describe('operations', () => {
  test.each(operations)('%s answers %i %s', (name, status, schemaName, errors, parameters = '') => {
    const [method = '', path = ''] = name.split(' ')
    const operation = paths[path][method.toLowerCase()]
    const successes = Object.keys(operation.responses).filter((code) => code.startsWith('2'))
    expect(successes).toEqual([String(status)])
    const schema = operation.responses[status].content?.['application/json'].schema
    const item = schemaName.endsWith('[]') ? schema.items : schema
    expect(item?.$ref ?? '').toBe(schemaName && `#/components/schemas/${schemaName.replace('[]', '')}`)
    const always = { 401: 'UNAUTHORIZED', 429: 'TOO_MANY_CONCURRENT_REQUESTS', 500: 'INTERNAL_ERROR' }
    for (const [code, names] of Object.entries({ ...always, ...errors })) {
      const { properties, required } = operation.responses[code].content['application/json'].schema
      expect(properties.code.enum, code).toEqual(expect.arrayContaining(names.split(' ')))
      expect(required).toEqual(['code', 'message'])
    }
    const query = (operation.parameters ?? []).filter((parameter: { in?: string }) => parameter.in === 'query')
    expect(query.map((parameter: { name: string }) => parameter.name).sort()).toEqual(
      parameters.split(' ').filter(Boolean).sort(),
    )
    expect(operation.security ?? document.security).toEqual([{ ApiKey: [] }])
  })

  test('create errors name their problems and the two accounts in conflict', () => {
    const { properties } = paths['/posts'].post.responses[422].content['application/json'].schema
    expect(properties.validationErrors.items).toEqual({ $ref: '#/components/schemas/ValidationIssue' })
    expect(properties.conflictingSocialAccountIds).toMatchObject({ minItems: 2, maxItems: 2 })
  })

  test('the key is a bearer token', () => {
    expect(document.components.securitySchemes).toMatchObject({ ApiKey: { type: 'http', scheme: 'bearer' } })
  })
})

const child =
  'platform socialAccountPostId postId projectId socialAccountId deliveryStatus content schedule createdAt updatedAt'
const childOptional = 'deliveryCompletedAt externalPostId externalPostUrl errorMessage title link analytics'
const tiktok = 'postType privacyLevel allowComment allowDuet allowStitch isYourBrand isBrandedContent autoAddMusic'

/** A record's required fields, and those it has only when they have a value. */
const records: [string, string, string?][] = [
  ['Project', 'id name'],
  ['SocialAccount', 'id externalAccountId platform username imageUrl status'],
  ['Media', 'id projectId mediaType url createdAt'],
  ['UploadedMedia', 'mediaId'],
  [
    'Post',
    'id projectId content schedule autoDeleteMediaAfterPublish socialAccountPosts createdAt updatedAt',
    'retryPolicy',
  ],
  ['PostContentItem', '', 'text media'],
  ['PostContentItemInput', '', 'text media'],
  ['PostContentMedia', 'type mediaId mediaType url thumbnailUrl'],
  ['MediaReferenceInput', 'type mediaId'],
  ['DraftSchedule', 'type'],
  ['PublishNowSchedule', 'type'],
  ['LaterSchedule', 'type scheduledFor'],
  ['PostRetryPolicy', 'maxRetries delaySeconds'],
  ['CreatePostInput', 'content schedule socialAccounts', 'autoDeleteMediaAfterPublish retryPolicy'],
  ['FacebookSocialAccountPost', `${child} postType`, `${childOptional} locationId`],
  ['InstagramSocialAccountPost', `${child} postType`, `${childOptional} cover trialParams`],
  ['InstagramTrialParams', 'graduationStrategy'],
  ['LinkedinSocialAccountPost', child, childOptional],
  ['LinkedinPagesSocialAccountPost', child, childOptional],
  ['PinterestSocialAccountPost', `${child} pinterestBoardId`, childOptional],
  ['TiktokSocialAccountPost', `${child} ${tiktok} postMode isAiGeneratedContent`, childOptional],
  [
    'YoutubeSocialAccountPost',
    `${child} title privacy madeForKids`,
    `${childOptional.replace('title ', '')} category tags`,
  ],
  ['XSocialAccountPost', child, childOptional],
  ['ThreadsSocialAccountPost', child, childOptional],
  ['ServicetestSocialAccountPost', `${child} shouldSucceed`, childOptional],
  ['FacebookPostTargetInput', 'platform socialAccountId postType', 'contentOverride firstComment link locationId'],
  ['InstagramPostTargetInput', 'platform socialAccountId postType', 'contentOverride firstComment cover trialParams'],
  ['LinkedinPostTargetInput', 'platform socialAccountId', 'contentOverride firstComment link'],
  ['LinkedinPagesPostTargetInput', 'platform socialAccountId', 'contentOverride firstComment link'],
  ['PinterestPostTargetInput', 'platform socialAccountId pinterestBoardId', 'contentOverride firstComment link title'],
  [
    'TiktokPostTargetInput',
    `platform socialAccountId ${tiktok}`,
    'contentOverride firstComment postMode isAiGeneratedContent',
  ],
  [
    'YoutubePostTargetInput',
    'platform socialAccountId title privacy',
    'contentOverride firstComment category tags madeForKids',
  ],
  ['XPostTargetInput', 'platform socialAccountId', 'contentOverride firstComment'],
  ['ThreadsPostTargetInput', 'platform socialAccountId', 'contentOverride firstComment'],
  ['ServicetestPostTargetInput', 'platform socialAccountId', 'contentOverride firstComment shouldSucceed'],
  ['SocialAccountPlatformInputs', 'socialAccountId platformSpecificInputs'],
  ['PinterestPlatformSpecificInputs', 'platform boards'],
  ['PinterestBoard', 'id name'],
  [
    'TiktokPlatformSpecificInputs',
    'platform privacyLevelOptions commentAvailable duetAvailable stitchAvailable maxVideoPostDurationSec',
  ],
  ['YoutubePlatformSpecificInputs', 'platform categories'],
  ['YouTubeCategory', 'id title'],
  ['FacebookPlatformSpecificInputs', 'platform'],
  [
    'PostAnalytics',
    '',
    'clicks comments engagementRate impressions likes reactions saves shares uniqueImpressions views',
  ],
  ['MetricSnapshot', 'date collectedAt value'],
  ['CreateUploadSessionInput', 'projectId fileSizeInBytes'],
  ['UploadSession', 'uploadSessionId partSizeInBytes partCount expiresAt parts'],
  ['UploadSessionPart', 'partNumber uploadUrl'],
  ['UploadSessionStatus', 'uploadSessionId status', 'mediaId failureCode failureMessage'],
  ['CreateWebhookInput', 'url eventTypes'],
  ['WebhookEndpoint', 'id url eventTypes createdAt', 'signingSecret'],
  ['ValidationIssue', 'path message', 'field'],
  ['ValidatePostResponse', 'isValid errors warnings'],
  ['Health', 'message timestamp version'],
  ['SocialAccountPostPage', 'socialAccountPosts', 'nextCursor'],
  ['MediaPage', 'media', 'nextCursor'],
  [
    'CreatePostsItemInput',
    'idempotencyKey projectId socialAccountId scheduledForUTC',
    'title description firstComment mediaIds platformSpecificData',
  ],
  ['PlatformSpecificDataInput', '', 'pinterest instagram facebook tiktok youtube servicetest'],
  ['PinterestDataInput', '', 'pinterestBoardId'],
  ['InstagramDataInput', '', 'postType'],
  ['FacebookDataInput', '', 'postType link'],
  ['TiktokDataInput', '', `${tiktok} contentDisclosureEnabled`],
  ['YoutubeDataInput', '', 'privacy category tags madeForKids'],
  ['CreatePostsResponse', 'results'],
  ['CreatePostsResult', 'idempotencyKey status', 'id error'],
  ['CreatePostsError', 'code message'],
  ['AuthorizationUrl', 'url'],
  ['CreateAuthorizationUrlInput', 'projectId platform', 'redirectUrl'],
]

const words = (text: string) => text.split(' ').filter(Boolean).sort()

test.each(records)('%s has the fields %s and may have %s', (name, required, optional = '') => {
  const schema = schemas[name]
  expect([...(schema.required ?? [])].sort()).toEqual(words(required))
  expect(Object.keys(schema.properties).sort()).toEqual(words(`${required} ${optional}`))
})

test.each([
  ['SocialPlatform', 'PINTEREST LINKEDIN LINKEDIN_PAGES INSTAGRAM FACEBOOK THREADS TIKTOK X YOUTUBE SERVICETEST'],
  ['DeliveryStatus', 'NOT_STARTED SENDING PUBLISHED FAILED'],
  ['MediaType', 'IMAGE VIDEO'],
  ['MediaReferenceType', 'MEDIA_LIBRARY'],
  ['FacebookPostType', 'TEXT_ONLY IMAGE VIDEO REEL STORY'],
  ['InstagramPostType', 'POST REEL STORY'],
  ['InstagramTrialGraduationStrategy', 'MANUAL SS_PERFORMANCE'],
  ['TikTokPostType', 'VIDEO PHOTO'],
  ['TikTokPostMode', 'DIRECT_POST MEDIA_UPLOAD'],
  ['TikTokPrivacyLevel', 'PUBLIC_TO_EVERYONE MUTUAL_FOLLOW_FRIENDS FOLLOWER_OF_CREATOR SELF_ONLY'],
  ['YouTubePrivacy', 'public private unlisted'],
  ['SocialAccountStatus', 'CONNECTED DISCONNECTED'],
  ['UploadStatus', 'INITIATED UPLOADED READY FAILED ABORTED'],
  ['UploadFailureCode', 'UNSUPPORTED_MEDIA_TYPE CORRUPT_MEDIA STORAGE_ERROR'],
  ['CreatePostsStatus', 'CREATED FAILED'],
  [
    'CreatePostsErrorCode',
    'INVALID_PROJECT_ID INVALID_SOCIAL_ACCOUNT_ID SOCIAL_ACCOUNT_NOT_CONNECTED INVALID_MEDIA_ID INVALID_PLATFORM_SPECIFIC_DATA VALIDATION_FAILED IDEMPOTENCY_KEY_REUSED INTERNAL_ERROR',
  ],
  [
    'ValidationField',
    'DESCRIPTION MEDIA LINK PINTEREST_BOARD CONTENT TITLE FIRST_COMMENT TIKTOK_PRIVACY_LEVEL TIKTOK_CONTENT_DISCLOSURE YOUTUBE_PRIVACY YOUTUBE_CATEGORY YOUTUBE_TAGS SCHEDULE',
  ],
])('%s is one of %s', (name, values) => {
  expect([...schemas[name].enum].sort()).toEqual(words(values))
})

test('the types of events', () => {
  expect([...schemas.CreateWebhookInput.properties.eventTypes.items.enum].sort()).toEqual(
    words(
      'socialAccountPost.delivery.started socialAccountPost.delivery.published socialAccountPost.delivery.failed socialAccountPost.retry.scheduled socialAccount.connected socialAccount.disconnected',
    ),
  )
})

test('the bounds', () => {
  const property = (path: string) => {
    const [name = '', field = ''] = path.split('.')
    return schemas[name].properties[field]
  }
  const limit = { type: 'integer', minimum: 1, maximum: 100, default: 50 }
  for (const path of ['/social-account-posts', '/media', '/webhooks/{webhookId}/deliveries']) {
    const { parameters } = paths[path].get as { parameters: { name: string; schema: object }[] }
    expect(parameters.find(({ name }) => name === 'limit')?.schema).toMatchObject(limit)
  }
  expect(property('CreatePostInput.content')).toMatchObject({ minItems: 1, maxItems: 1 })
  expect(property('Post.content')).toMatchObject({ minItems: 1, maxItems: 1 })
  expect(property('CreatePostInput.socialAccounts')).toMatchObject({ minItems: 1 })
  expect(property('Post.socialAccountPosts')).toMatchObject({ minItems: 1 })
  expect(property('CreateUploadSessionInput.fileSizeInBytes')).toMatchObject({ minimum: 1, maximum: 5_368_709_120 })
  expect(property('PostRetryPolicyInput.maxRetries')).toMatchObject({ minimum: 1, maximum: 10 })
  expect(property('PostRetryPolicyInput.delaySeconds')).toMatchObject({ minimum: 1, maximum: 604_800 })
  expect(property('PinterestPostTargetInput.link')).toMatchObject({ maxLength: 2048 })
  expect(property('CreatePostsItemInput.idempotencyKey')).toMatchObject({ minLength: 1 })
  expect(property('CreateWebhookInput.eventTypes')).toMatchObject({ minItems: 1 })
  expect(schemas.PostContentItem).toMatchObject({ minProperties: 1 })
  expect(document.components.headers).toMatchObject({ RetryAfter: { required: true, schema: { minimum: 1 } } })
  const batch = paths['/posts/create'].post.requestBody.content['application/json'].schema
  expect(batch).toMatchObject({ type: 'array', minItems: 1, maxItems: 1000 })
})

test('the version is 1.0.0 and part of the address', () => {
  expect(document.info.version).toBe('1.0.0')
  expect(document.servers).toEqual([{ url: 'http://127.0.0.1:3000/v1' }])
})
