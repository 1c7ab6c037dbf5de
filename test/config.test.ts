import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../src/config.ts'

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const database = { DATABASE_URL: 'postgres://u:hunter2@db/app', ENCRYPTION_KEYS: key('a') }

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('settings', () => {
  it('need nothing to be set', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      publicUrl: undefined,
      role: 'all',
      logLevel: 'info',
      encryptionKeys: undefined,
      concurrentRequestsPerKey: 20,
      concurrentDeliveries: 100,
      databaseConnections: 10,
      analytics: true,
      analyticsSchedule: expect.any(Array),
      sandbox: true,
      sandboxUrl: undefined,
      subscriptionsPerKey: 100,
      webhookAllowPrivate: [],
      webhookAllowHttp: false,
    })
  })

  it('are read from the environment', () => {
    const config = readConfig({
      ...database,
      PORT: '0',
      ROLE: 'worker',
      SANDBOX: 'false',
      PUBLIC_URL: 'https://a.example',
    })
    expect(config).toMatchObject({ port: 0, role: 'worker', sandbox: false, publicUrl: 'https://a.example' })
    expect(config.encryptionKeys?.map(({ id, secret }) => [id, secret.length])).toEqual([['a', 32]])
  })

  it('take fault points for tests, and refuse them where anybody could depend on the process', () => {
    const armed = { FAULT_POINTS: 'delivery.after-intent:3, token.after-refresh:1' }
    expect(readConfig({ ...database, ...armed }).faultPoints).toEqual([
      { point: 'delivery.after-intent', nth: 3 },
      { point: 'token.after-refresh', nth: 1 },
    ])
    expect(problemsOf(armed)).toEqual([expect.stringContaining('for tests alone')])
    expect(problemsOf({ ...database, ...armed, NODE_ENV: 'production' })).toHaveLength(1)
    for (const wrong of ['delivery.nowhere:1', 'delivery.after-intent', 'delivery.after-intent:0', 'a:1:2']) {
      expect(problemsOf({ ...database, FAULT_POINTS: wrong })[0]).toContain('FAULT_POINTS')
    }
  })

  it('count an empty variable as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  it('report everything wrong at once, with variable, value and what was expected', () => {
    const problems = problemsOf({
      PORT: '70000',
      ROLE: 'cron',
      SANDBOX: 'yes',
      DATABASE_CONNECTIONS: '1',
      PUBLIC_URL: 'x',
    })
    expect(problems).toEqual(
      [
        'ROLE: "cron" is not valid; expected one of all, api, worker.',
        'PORT: "70000" is not valid; expected a whole number from 0 to 65535.',
        'PUBLIC_URL: "x" is not valid; expected an http:// or https:// address without a query and without a slash at the end.',
        'DATABASE_CONNECTIONS: "1" is not valid; expected a whole number from 2 to 200.',
        'SANDBOX: "yes" is not valid; expected one of true, false.',
      ].sort((a, b) => problems.indexOf(a) - problems.indexOf(b)),
    )
  })

  it.each([
    ['a slash at the end', 'https://a.example/'],
    ['a query', 'https://a.example?x=1'],
    ['another protocol', 'ftp://a.example'],
  ])('refuse a public URL with %s', (_, PUBLIC_URL) => {
    expect(problemsOf({ PUBLIC_URL })).toHaveLength(1)
  })

  it('store media on local disk, or in a bucket with every S3 setting', () => {
    expect(readConfig({ S3_BUCKET: 'unused' }).s3).toBeUndefined()
    expect(readConfig({ STORAGE: 'local' }).s3).toBeUndefined()
    expect(readConfig({ STORAGE: 's3', S3_BUCKET: 'media' }).s3).toEqual({
      bucket: 'media',
      region: 'us-east-1',
      endpoint: undefined,
      accessKeyId: undefined,
      secretAccessKey: undefined,
      forcePathStyle: false,
    })
    const all = {
      STORAGE: 's3',
      S3_BUCKET: 'media',
      S3_REGION: 'auto',
      S3_ENDPOINT: 'https://account.r2.example',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_FORCE_PATH_STYLE: 'true',
    }
    expect(readConfig(all).s3).toEqual({
      bucket: 'media',
      region: 'auto',
      endpoint: 'https://account.r2.example',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      forcePathStyle: true,
    })
  })

  const s3 = { STORAGE: 's3', S3_BUCKET: 'media' }
  const addressExpected = 'an http:// or https:// address without a query and without a slash at the end.'
  it.each([
    [{ STORAGE: 'disk' }, 'STORAGE: "disk" is not valid; expected one of local, s3.'],
    [{ STORAGE: 's3' }, 'S3_BUCKET: not set; expected with STORAGE=s3: the name of a bucket that exists.'],
    [{ ...s3, S3_BUCKET: ' ' }, 'S3_BUCKET: not set; expected with STORAGE=s3: the name of a bucket that exists.'],
    [
      { ...s3, S3_BUCKET: 's3://media' },
      'S3_BUCKET: "s3://media" is not valid; expected the name of a bucket, not its address.',
    ],
    [
      { ...s3, S3_REGION: 'eu central' },
      'S3_REGION: "eu central" is not valid; expected the name of a region such as eu-central-1, or auto.',
    ],
    [{ ...s3, S3_ENDPOINT: 'minio:9000' }, `S3_ENDPOINT: "minio:9000" is not valid; expected ${addressExpected}`],
    [{ ...s3, S3_ENDPOINT: 'http://minio/' }, `S3_ENDPOINT: "http://minio/" is not valid; expected ${addressExpected}`],
    [
      { ...s3, S3_ACCESS_KEY_ID: 'id' },
      'S3_SECRET_ACCESS_KEY: not set; expected together with S3_ACCESS_KEY_ID, or neither.',
    ],
    [
      { ...s3, S3_SECRET_ACCESS_KEY: 'x' },
      'S3_ACCESS_KEY_ID: not set; expected together with S3_SECRET_ACCESS_KEY, or neither.',
    ],
    [{ ...s3, S3_FORCE_PATH_STYLE: '1' }, 'S3_FORCE_PATH_STYLE: "1" is not valid; expected one of true, false.'],
  ])('name what is wrong with %o', (env, problem) => {
    expect(problemsOf(env)).toEqual([problem])
  })

  it('need encryption keys with a shared database', () => {
    expect(problemsOf({ DATABASE_URL: database.DATABASE_URL })).toEqual([
      expect.stringMatching(/^ENCRYPTION_KEYS: not set/),
    ])
  })

  it('refuse a worker without a shared database', () => {
    expect(problemsOf({ ROLE: 'worker' })).toEqual([expect.stringMatching(/^ROLE: "worker" needs DATABASE_URL/)])
  })

  it('keep the order of encryption keys', () => {
    const { encryptionKeys } = readConfig({ ENCRYPTION_KEYS: `${key('new')}, ${key('old')}` })
    expect(encryptionKeys?.map(({ id }) => id)).toEqual(['new', 'old'])
  })

  it('never show a secret', () => {
    const short = randomBytes(31).toString('base64')
    const twice = `${key('a')},${key('a')}`
    const problems = [
      ...problemsOf({ ENCRYPTION_KEYS: `a:${short}` }),
      ...problemsOf({ ENCRYPTION_KEYS: twice }),
      ...problemsOf({ ...database, DATABASE_URL: 'mysql://u:hunter2@db/app' }),
    ]
    expect(problems).toEqual([
      expect.stringMatching(/^ENCRYPTION_KEYS: .*item 1/),
      expect.stringMatching(/^ENCRYPTION_KEYS: .*"a" is there twice/),
      expect.stringMatching(/^DATABASE_URL: .*postgres:\/\//),
    ])
    expect(problems.join()).not.toContain('hunter2')
    expect(problems.join()).not.toContain(short)
  })
})
