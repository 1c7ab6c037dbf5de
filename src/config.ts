/** The service's settings: the only reader of process.env. */
import { resolve } from 'node:path'
import { z } from 'zod'
import { parseCollectionSchedule } from './lib/collection-schedule.ts'
import { parseEncryptionKeys } from './lib/encryption-keys.ts'
import { parseFaultPoints } from './lib/fault-points.ts'
import { isCidr } from './lib/public-address.ts'

/** Everything wrong with the settings, one line each. */
export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(['The settings are not valid:', ...problems.map((problem) => `  ${problem}`)].join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

type Environment = Record<string, string | undefined>

const integer = (min: number, max: number, fallback: number) => {
  const expected = `a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .refine((value) => value >= min && value <= max, expected)
    .default(fallback)
}

const cidrExpected = 'CIDR blocks such as 127.0.0.0/8, several separated by commas'

const choice = <const T extends readonly [string, ...string[]]>(values: T, fallback: NoInfer<T[number]>) =>
  z.enum(values, `one of ${values.join(', ')}`).default(fallback as never)

const url = (protocols: string[], expected: string) =>
  z.string().refine((text) => protocols.includes(URL.parse(text)?.protocol ?? ''), expected)

const httpUrl = (expected: string) =>
  url(['http:', 'https:'], expected)
    .refine((text) => !/[/?#]$|[?#]/.test(text), expected)
    .optional()

const httpUrlExpected = 'an http:// or https:// address without a query and without a slash at the end'

const databaseSettings = z.object({
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((path) => resolve(path)),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:port/database').optional(),
  LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
})

const settings = databaseSettings.extend({
  PORT: integer(0, 65_535, 3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: httpUrl(httpUrlExpected),
  ROLE: choice(['all', 'api', 'worker'], 'all'),
  ENCRYPTION_KEYS: z
    .string()
    .transform((text, check) => {
      const keys = parseEncryptionKeys(text)
      if (typeof keys !== 'string') return keys
      check.addIssue(keys)
      return z.NEVER
    })
    .optional(),
  CONCURRENT_REQUESTS_PER_KEY: integer(1, 10_000, 20),
  CONCURRENT_DELIVERIES: integer(1, 1000, 100),
  DATABASE_CONNECTIONS: integer(2, 200, 10),
  ANALYTICS: choice(['true', 'false'], 'true').transform((text) => text === 'true'),
  ANALYTICS_SCHEDULE: z
    .string()
    .default('1h,6h,24h,30x1d,48x7d')
    .transform((text, check) => {
      const ages = parseCollectionSchedule(text)
      if (typeof ages !== 'string') return ages
      check.addIssue(ages)
      return z.NEVER
    }),
  SANDBOX: choice(['true', 'false'], 'true').transform((text) => text === 'true'),
  SANDBOX_URL: httpUrl(httpUrlExpected),
  STORAGE: choice(['local', 's3'], 'local'),
  S3_BUCKET: z
    .string()
    .regex(/^[\w.-]{3,255}$/, 'the name of a bucket, not its address')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'the name of a region such as eu-central-1, or auto')
    .default('us-east-1'),
  S3_ENDPOINT: httpUrl(httpUrlExpected),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: choice(['true', 'false'], 'false').transform((text) => text === 'true'),
  SUBSCRIPTIONS_PER_KEY: integer(1, 100_000, 100),
  WEBHOOK_ALLOW_PRIVATE: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((block) => block.trim() || []))
    .refine((blocks) => blocks.every(isCidr), cidrExpected),
  WEBHOOK_ALLOW_HTTP: choice(['true', 'false'], 'false').transform((text) => text === 'true'),
  /** For tests alone: where this process kills itself. */
  FAULT_POINTS: z
    .string()
    .transform((text, check) => {
      const faults = parseFaultPoints(text)
      if (typeof faults !== 'string') return faults
      check.addIssue(faults)
      return z.NEVER
    })
    .optional(),
})

const secret = new Set(['DATABASE_URL', 'ENCRYPTION_KEYS', 'S3_SECRET_ACCESS_KEY'])

/** Variables without content count as not set. */
function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
}

function read<T extends z.ZodType>(
  schema: T,
  given: Environment,
): { values: z.output<T> | undefined; problems: string[] } {
  const { data, error } = schema.safeParse(given)
  const problems = (error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0])
    const value = secret.has(name) ? 'the value given (not shown)' : JSON.stringify(given[name])
    return `${name}: ${value} is not valid; expected ${issue.message}.`
  })
  return { values: data, problems: [...new Set(problems)] }
}

/**
 * The settings of the service. `CONCURRENT_*` and `DATABASE_CONNECTIONS` count per process; a PORT of 0 means any free one.
 * Throws one ConfigError that lists everything wrong.
 */
export function readConfig(env: Environment = process.env) {
  const given = withoutEmpty(env)
  const { values, problems } = read(settings, given)
  if (given.DATABASE_URL && !given.ENCRYPTION_KEYS) {
    problems.push(
      'ENCRYPTION_KEYS: not set; expected with DATABASE_URL, since every process on that database must share them: <id>:<base64 of 32 random bytes>, several separated by commas.',
    )
  }
  if (given.ROLE === 'worker' && !given.DATABASE_URL) {
    problems.push(
      'ROLE: "worker" needs DATABASE_URL, since the embedded database belongs to one process; expected "all" without it.',
    )
  }
  if (given.STORAGE === 's3' && !given.S3_BUCKET)
    problems.push('S3_BUCKET: not set; expected with STORAGE=s3: the name of a bucket that exists.')
  if (!given.S3_ACCESS_KEY_ID !== !given.S3_SECRET_ACCESS_KEY) {
    const [missing, set] = given.S3_ACCESS_KEY_ID
      ? ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID']
      : ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
    problems.push(`${missing}: not set; expected together with ${set}, or neither.`)
  }
  if (given.FAULT_POINTS && (!given.DATABASE_URL || given.NODE_ENV === 'production')) {
    problems.push(
      'FAULT_POINTS: lets this process kill itself, for tests alone; not taken with the embedded database or NODE_ENV=production.',
    )
  }
  if (!values || problems.length > 0) throw new ConfigError(problems)
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    publicUrl: values.PUBLIC_URL,
    role: values.ROLE,
    logLevel: values.LOG_LEVEL,
    encryptionKeys: values.ENCRYPTION_KEYS,
    concurrentRequestsPerKey: values.CONCURRENT_REQUESTS_PER_KEY,
    concurrentDeliveries: values.CONCURRENT_DELIVERIES,
    databaseConnections: values.DATABASE_CONNECTIONS,
    analytics: values.ANALYTICS,
    analyticsSchedule: values.ANALYTICS_SCHEDULE,
    sandbox: values.SANDBOX,
    sandboxUrl: values.SANDBOX_URL,
    s3:
      values.STORAGE === 's3'
        ? {
            bucket: values.S3_BUCKET as string,
            region: values.S3_REGION,
            endpoint: values.S3_ENDPOINT,
            accessKeyId: values.S3_ACCESS_KEY_ID,
            secretAccessKey: values.S3_SECRET_ACCESS_KEY,
            forcePathStyle: values.S3_FORCE_PATH_STYLE,
          }
        : undefined,
    subscriptionsPerKey: values.SUBSCRIPTIONS_PER_KEY,
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE,
    webhookAllowHttp: values.WEBHOOK_ALLOW_HTTP,
    faultPoints: values.FAULT_POINTS,
  }
}

export type Config = ReturnType<typeof readConfig>

/** What the command line needs: where the database is. Throws ConfigError like readConfig. */
export function readDatabaseConfig(
  env: Environment = process.env,
): Pick<Config, 'dataDir' | 'databaseUrl' | 'logLevel'> {
  const { values, problems } = read(databaseSettings, withoutEmpty(env))
  if (!values) throw new ConfigError(problems)
  return { dataDir: values.DATA_DIR, databaseUrl: values.DATABASE_URL, logLevel: values.LOG_LEVEL }
}
